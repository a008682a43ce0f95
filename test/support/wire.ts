// Git's requests without a process of git, whose client for HTTP takes 10 ms of CPU to start.
import { Buffer } from "node:buffer";
import { nullOid, type Oid } from "../../src/git/objects/oid.ts";
import { dataPacket, flushPacket } from "../../src/git/protocol/pkt-line.ts";
import type { Caller } from "./api.ts";
import { server } from "./server.ts";

/** Location of a project's repository. */
export interface Placed {
  readonly path_with_namespace: string;
  /** Origin of its server; defaults to the server that all tests share. */
  readonly origin?: string;
}

type Service = "git-upload-pack" | "git-receive-pack";

export interface Advertised {
  readonly refs: ReadonlyMap<string, Oid>;
  /** The branch that HEAD names, if it exists. */
  readonly head: string | undefined;
}

const urlOf = ({ path_with_namespace, origin = server.origin }: Placed): string =>
  `${origin}/${path_with_namespace}.git`;

/** What the service says of HEAD and the refs, without the objects of tags. */
export async function refsOf({ headers }: Caller, place: Placed, service: Service): Promise<Advertised> {
  const answer = await server.fetch(`${urlOf(place)}/info/refs?service=${service}`, { headers, redirect: "manual" });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${service} answered with status ${answer.status}: ${text}`);
  const lines = text.matchAll(/^(?:0000)?[0-9a-f]{4}([0-9a-f]{40}) (HEAD|refs\/[^\0\n]+)/gm);
  const refs = [...lines].flatMap(([, oid = "", name = ""]): [string, Oid][] =>
    name.endsWith("^{}") ? [] : [[name, oid]],
  );
  return { refs: new Map(refs), head: /symref=HEAD:(\S+)/.exec(text)?.[1] };
}

function post({ headers }: Caller, place: Placed, service: Service, body: Uint8Array): Promise<Response> {
  const type = { "content-type": `application/x-${service}-request` };
  return server.fetch(`${urlOf(place)}/${service}`, {
    method: "POST",
    headers: { ...headers, ...type },
    body,
    redirect: "manual",
  });
}

/** A pack of everything that these objects reach. */
export async function fetchPack(caller: Caller, place: Placed, wants: readonly Oid[]): Promise<Buffer> {
  const lines = [...new Set(wants)].map((oid) => dataPacket(`want ${oid}\n`));
  const body = Buffer.concat([...lines, flushPacket(), dataPacket("done\n")]);
  const answer = Buffer.from(await (await post(caller, place, "git-upload-pack", body)).arrayBuffer());
  const none = "0008NAK\n";
  if (answer.toString("latin1", 0, none.length) !== none) throw new Error(`No pack came: ${answer.toString("latin1")}`);
  return answer.subarray(none.length);
}

export interface Update {
  readonly name: string;
  /** Absent for a ref that does not exist yet. */
  readonly before?: Oid | undefined;
  /** Absent to delete the ref. */
  readonly after?: Oid | undefined;
}

/** @throws Error with the server's report unless it updates all refs */
export async function pushPack(
  caller: Caller,
  place: Placed,
  updates: readonly Update[],
  pack: Uint8Array | null,
): Promise<void> {
  const commands = updates.map(({ name, before = nullOid, after = nullOid }) => `${before} ${after} ${name}`);
  const [first = "", ...others] = commands;
  const lines = [`${first}\0 report-status object-format=sha1`, ...others];
  const body = Buffer.concat([...lines.map(dataPacket), flushPacket(), ...(pack === null ? [] : [pack])]);
  const answer = await post(caller, place, "git-receive-pack", body);
  const report = await answer.text();
  const taken = report.match(/ok refs\//g)?.length ?? 0;
  if (taken < commands.length) throw new Error(`The push failed with status ${answer.status}: ${report}`);
}
