// Handwritten pushes, for requests that git itself never sends.
import { Buffer } from "node:buffer";
import { nullOid, type Oid } from "../../../src/git/objects/oid.ts";
import { dataPacket, flushPacket, PacketReader } from "../../../src/git/protocol/pkt-line.ts";
import { packOf } from "../../git/pack/pack-bytes.ts";
import { baseUrl, type Caller } from "../../support/api.ts";
import { send } from "../../support/http-client.ts";

export interface RawCommand {
  readonly name: string | Uint8Array;
  /** Absent for a ref that does not exist yet. */
  readonly before?: Oid;
  /** Absent to delete the ref. */
  readonly after?: Oid;
}

export interface RawPush {
  /** No objects by default; null sends no pack at all. */
  readonly pack?: Uint8Array | null;
  readonly capabilities?: string;
  /** Lines before the commands. */
  readonly first?: readonly string[];
}

export interface PushAnswer {
  readonly status: number;
  /** The lines of the report. */
  readonly report: readonly string[];
  /** Lines shown behind `remote: `. */
  readonly shown: string;
  /** The fatal error, or null. */
  readonly fatal: string | null;
}

interface Placed {
  readonly path_with_namespace: string;
}

export const usualCapabilities = "report-status side-band-64k object-format=sha1";

/** The pkt-lines of a push before its pack. */
export function commandPackets(
  commands: readonly RawCommand[],
  { capabilities = usualCapabilities, first = [] }: RawPush = {},
): Buffer {
  const lines = commands.map(({ name, before = nullOid, after = nullOid }, index) =>
    Buffer.concat([
      Buffer.from(`${before} ${after} `),
      Buffer.from(name),
      Buffer.from(index === 0 ? `\0 ${capabilities}` : ""),
    ]),
  );
  return Buffer.concat([...first.map(dataPacket), ...lines.map(dataPacket), flushPacket()]);
}

export async function rawPush(
  caller: Caller,
  project: Placed,
  commands: readonly RawCommand[],
  push: RawPush = {},
): Promise<PushAnswer> {
  const { pack = packOf([]) } = push;
  const body = Buffer.concat([commandPackets(commands, push), ...(pack === null ? [] : [pack])]);
  return await answerOf(await postPush(caller, project, body));
}

/** Sends a raw request to receive-pack. */
export const postPush = (
  caller: Caller,
  project: Placed,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> =>
  send(`${baseUrl}/${project.path_with_namespace}.git/git-receive-pack`, {
    method: "POST",
    headers: { ...caller.headers, "content-type": "application/x-git-receive-pack-request", ...headers },
    body,
    redirect: "manual",
  });

/** Parses the response to a push that requested side-band-64k. */
export async function answerOf(response: Response): Promise<PushAnswer> {
  const bands: Record<number, Buffer[]> = { 1: [], 2: [], 3: [] };
  for (const packet of await packetsOf(new Uint8Array(await response.arrayBuffer()))) {
    const band = bands[packet[0] ?? 0];
    if (band === undefined) throw new Error(`Not a band: ${Buffer.from(packet).toString()}`);
    band.push(Buffer.from(packet.subarray(1)));
  }
  const [report = Buffer.of(), shown = Buffer.of(), fatal = Buffer.of()] = [1, 2, 3].map((band) =>
    Buffer.concat(bands[band] ?? []),
  );
  const lines = await packetsOf(report);
  return {
    status: response.status,
    report: lines.map((line) => Buffer.from(line).toString().replace(/\n$/, "")),
    shown: shown.toString(),
    fatal: fatal.length === 0 ? null : fatal.toString(),
  };
}

/** The data of all pkt-lines, without flushes. */
export async function packetsOf(bytes: Uint8Array): Promise<Uint8Array[]> {
  const packets = new PacketReader(oneChunk(bytes));
  const found: Uint8Array[] = [];
  for (let packet = await packets.read(); packet !== null; packet = await packets.read()) {
    if (packet.kind === "data") found.push(packet.data);
  }
  return found;
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

/** All refs of a project that the caller can see: id by name. */
export async function refsOf(caller: Caller, project: Placed): Promise<Map<string, Oid>> {
  const path = `${baseUrl}/${project.path_with_namespace}.git/info/refs?service=git-receive-pack`;
  const response = await send(path, { headers: caller.headers, redirect: "manual" });
  const [, ...lines] = await packetsOf(new Uint8Array(await response.arrayBuffer()));
  const pairs = lines.map((line) => /^(\w+) ([^\0\n]+)/.exec(Buffer.from(line).toString()));
  return new Map(
    pairs.flatMap((pair) =>
      pair?.[2] === undefined || pair[2] === "capabilities^{}" ? [] : [[pair[2], pair[1] ?? ""]],
    ),
  );
}
