// The refs of a remote repository: the advertisement of protocol versions 0 and 1, or `ls-refs` of version 2.
import { Buffer } from "node:buffer";
import { unlimited, type Work } from "../budget.ts";
import { isOid, nullOid, type Oid } from "../objects/oid.ts";
import { dataPacket, delimiterPacket, flushPacket, lineText, type Packet, PacketReader } from "../protocol/pkt-line.ts";
import { decodeRefName, type RefName } from "../refs/ref-name.ts";
import { inSlices } from "../slices.ts";
import { ImportError, interrupted, refused } from "./import-error.ts";
import type { Remote } from "./remote.ts";

export interface RemoteRef {
  readonly name: RefName;
  readonly oid: Oid;
}

export interface RemoteRefs {
  readonly version: 0 | 2;
  /** Version 0: words; version 2: lines. */
  readonly capabilities: readonly string[];
  /** Unchecked; without HEAD. Of other refs than branches and tags, the first listed one may be here. */
  readonly refs: readonly RemoteRef[];
  /** Null for an unborn HEAD, and without one. */
  readonly headOid: Oid | null;
  /** The ref that HEAD names; null for a detached HEAD, and where the server does not say it. */
  readonly headTarget: RefName | null;
}

/** Bytes of a list of refs. An advertisement has all refs of the server. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Bytes that a line counts besides its own. */
const LINE_COST = 100;
/** Kept lines, of up to 1 kB in memory each. More than can be imported, even with a line for each peeled tag. */
const MOST_LINES = 10_000;

/** @throws ImportError, and GitError for what is not git's protocol */
export async function listRemoteRefs(remote: Remote): Promise<RemoteRefs> {
  const packets = new PacketReader(await remote.advertisement());
  let lines = await readLines(packets);
  // Version 0 begins with a section that names the service; some servers send it in version 2, too.
  const isNamed = lines.length === 1 && textOf(lines[0]).startsWith("# service=");
  if (isNamed) lines = await readLines(packets);
  await packets.cancel();
  // Without refs, there may be no line for the capabilities.
  if (isNamed && lines.length === 0) return remoteRefs(0, [], [], null);
  const first = textOf(lines[0]);
  if (first === "version 2") return requestRefs(remote, lines.slice(1).map(textOf));
  return advertisedRefs(first === "version 1" ? lines.slice(1) : lines);
}

/** The lines up to a flush, but without refs that are no branches or tags: a server may have thousands of others. */
async function readLines(packets: PacketReader): Promise<Uint8Array[]> {
  const lines: Uint8Array[] = [];
  let room = MOST_BYTES;
  for (let line = dataOf(await packets.read()); line !== null; line = dataOf(await packets.read())) {
    room -= line.length + LINE_COST;
    // The first line has the capabilities.
    if (lines.length === 0 || !isForeignRef(line)) lines.push(line);
    if (room < 0 || lines.length > MOST_LINES) throw refused("The server's list of branches and tags is too long.");
  }
  return lines;
}

function isForeignRef(line: Uint8Array): boolean {
  const name = lineText(line.subarray(OID_DIGITS, OID_DIGITS + " refs/heads/".length));
  return name.startsWith(" refs/") && !name.startsWith(" refs/heads/") && !name.startsWith(" refs/tags/");
}

/** Null for a flush. @throws ImportError for an error that the server reports, and for a response that ends early */
export function dataOf(packet: Packet | null): Uint8Array | null {
  if (packet === null) throw cutOff();
  if (packet.kind === "flush") return null;
  if (packet.kind !== "data") throw notGit();
  if (textOf(packet.data.subarray(0, ERROR.length)) === ERROR) throw interrupted("The server reports an error.");
  return packet.data;
}

const ERROR = "ERR ";

export const cutOff = () => interrupted("The response of the server ends before it is complete.");
export const notGit = () => refused("The response of the server is not git's protocol.");

const textOf = (line: Uint8Array | undefined): string => (line === undefined ? "" : lineText(line));

/** In steps. */
const READING_COST = 400;

/** Reads refs from lines; null for none. */
function* refsFrom(
  lines: readonly Uint8Array[],
  read: (line: Uint8Array) => RemoteRef | null,
): Work<readonly RemoteRef[]> {
  const budget = unlimited();
  const refs: RemoteRef[] = [];
  for (const line of lines) {
    const ref = read(line);
    if (ref !== null) refs.push(ref);
    budget.spend(READING_COST + line.length);
    if (budget.endsSlice()) yield;
  }
  return refs;
}

async function advertisedRefs(lines: readonly Uint8Array[]): Promise<RemoteRefs> {
  const [first = new Uint8Array(0)] = lines;
  const end = first.indexOf(0);
  if (end === -1) throw notGit();
  const capabilities = lineText(first.subarray(end + 1)).split(" ");
  refuseOtherIds(capabilities);
  const work = refsFrom([first.subarray(0, end), ...lines.slice(1)], (line) => {
    if (textOf(line).startsWith("shallow ")) throw isShallow();
    const ref = refOf(line);
    return ref.oid === nullOid || ref.name.endsWith("^{}") ? null : ref;
  });
  const listed = await inSlices(work);
  const symref = capabilities.find((word) => word.startsWith("symref=HEAD:"));
  return remoteRefs(0, capabilities, listed, symref?.slice("symref=HEAD:".length) ?? null);
}

function refuseOtherIds(capabilities: readonly string[]): void {
  const format = capabilities.find((word) => word.startsWith("object-format="));
  if (format === undefined || format === "object-format=sha1") return;
  throw refused("The remote repository does not have SHA-1 object ids, the only ones that are kept here.");
}

export const isShallow = () => refused("The remote repository is shallow: parts of its history are missing.");

async function requestRefs(remote: Remote, capabilities: readonly string[]): Promise<RemoteRefs> {
  refuseOtherIds(capabilities);
  const canUnborn = capabilities.some((line) => /^ls-refs=(?:.* )?unborn(?: |$)/.test(line));
  const request = commandRequest("ls-refs", capabilities, [
    "symrefs",
    ...(canUnborn ? ["unborn"] : []),
    "ref-prefix HEAD",
    "ref-prefix refs/heads/",
    "ref-prefix refs/tags/",
  ]);
  const packets = new PacketReader(await remote.post(request, 2));
  const lines = await readLines(packets);
  await packets.cancel();
  let headTarget: RefName | null = null;
  const work = refsFrom(lines, (line) => {
    const [value = "", name = "", ...attributes] = textOf(line).split(" ");
    const target = attributes.find((attribute) => attribute.startsWith(TARGET))?.slice(TARGET.length);
    if (name === "HEAD") headTarget = target ?? null;
    return value === "unborn" ? null : refOf(line.subarray(0, Buffer.byteLength(`${value} ${name}`)));
  });
  return remoteRefs(2, capabilities, await inSlices(work), headTarget);
}

const TARGET = "symref-target:";

function remoteRefs(
  version: 0 | 2,
  capabilities: readonly string[],
  listed: readonly RemoteRef[],
  headTarget: RefName | null,
): RemoteRefs {
  const headOid = listed.find(({ name }) => name === "HEAD")?.oid ?? null;
  return { version, capabilities, refs: listed.filter(({ name }) => name !== "HEAD"), headOid, headTarget };
}

const OID_DIGITS = 40;

function refOf(line: Uint8Array): RemoteRef {
  const oid = textOf(line.subarray(0, OID_DIGITS));
  const end = line.at(-1) === 0x0a ? line.length - 1 : line.length;
  const name = decodeRefName(line.subarray(OID_DIGITS + 1, end));
  if (name === null) throw new ImportError("The name of a branch or tag is not UTF-8.", false);
  if (!isOid(oid) || line[OID_DIGITS] !== 0x20 || name === "") throw notGit();
  return { name, oid };
}

/** A request of protocol version 2. @param capabilities of the server */
export function commandRequest(
  command: string,
  capabilities: readonly string[],
  lines: readonly string[],
): Uint8Array<ArrayBuffer> {
  const has = (name: string) => capabilities.some((line) => line === name || line.startsWith(`${name}=`));
  const head = [
    `command=${command}`,
    ...(has("agent") ? ["agent=tributary"] : []),
    ...(has("object-format") ? ["object-format=sha1"] : []),
  ];
  const packets = (texts: readonly string[]) => texts.map((text) => dataPacket(`${text}\n`));
  return Buffer.concat([...packets(head), delimiterPacket(), ...packets(lines), flushPacket()]);
}
