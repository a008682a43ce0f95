// The ref advertisement: the first response, with the refs and the capabilities.
import { Buffer } from "node:buffer";
import { nullOid } from "../objects/oid.ts";
import { dataPacket, flushPacket } from "../protocol/pkt-line.ts";
import { deletedRefProblem } from "../refs/ref-name.ts";
import type { Repository } from "../repository/repository.ts";
import { receiveCapabilities } from "./receive-capabilities.ts";
import { headOid, shownRefs } from "./shown-refs.ts";
import { commandCapabilities, uploadCapabilities } from "./upload-capabilities.ts";

export type Service = "git-upload-pack" | "git-receive-pack";

/**
 * The complete response to `GET info/refs?service=`. Pushing has no protocol version 2: a client that requests it gets
 * version 0.
 */
export function advertise(repository: Repository, service: Service, version: 0 | 1 | 2): Uint8Array {
  if (version === 2 && service === "git-upload-pack") return commandAdvertisement();
  return Buffer.concat([
    dataPacket(`# service=${service}\n`),
    flushPacket(),
    ...(version === 1 ? [dataPacket("version 1\n")] : []),
    ...(service === "git-upload-pack" ? fetchedRefs(repository) : pushedRefs(repository)).map(dataPacket),
    flushPacket(),
  ]);
}

const commandAdvertisement = (): Uint8Array =>
  Buffer.concat([...["version 2", ...commandCapabilities].map((line) => dataPacket(`${line}\n`)), flushPacket()]);

function fetchedRefs(repository: Repository): string[] {
  const head = headOid(repository);
  const lines = head === null ? [] : [`${head} HEAD`];
  for (const { name, oid, peeled } of shownRefs(repository)) {
    lines.push(`${oid} ${name}`);
    if (peeled !== null) lines.push(`${peeled} ${name}^{}`);
  }
  const symref = head === null ? "" : ` symref=HEAD:${repository.refs.head}`;
  return withCapabilities(lines, uploadCapabilities + symref);
}

/** Omits refs that the server makes, because `git push --mirror` would try to delete them. */
const pushedRefs = (repository: Repository): string[] =>
  withCapabilities(
    shownRefs(repository).flatMap(({ name, oid }) => (deletedRefProblem(name) === null ? [`${oid} ${name}`] : [])),
    receiveCapabilities,
  );

/** Capabilities follow the first ref; without refs, git's placeholder ref is used. */
function withCapabilities(refs: readonly string[], capabilities: string): string[] {
  const [first = `${nullOid} capabilities^{}`, ...rest] = refs;
  return [`${first}\0${capabilities}`, ...rest].map((line) => `${line}\n`);
}
