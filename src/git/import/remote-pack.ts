// Requests the pack of a remote repository and takes it out of its side-band.
import { Buffer } from "node:buffer";
import type { Oid } from "../objects/oid.ts";
import { dataPacket, flushPacket, lineText, PacketReader } from "../protocol/pkt-line.ts";
import { interrupted, refused } from "./import-error.ts";
import type { Remote } from "./remote.ts";
import { commandRequest, cutOff, dataOf, isShallow, notGit, type RemoteRefs } from "./remote-refs.ts";

/**
 * The bytes of a pack with all that these objects reach.
 *
 * @throws ImportError, and GitError for what is not git's protocol; so does the iteration
 */
export async function requestPack(
  remote: Remote,
  refs: RemoteRefs,
  wants: readonly Oid[],
): Promise<AsyncIterable<Uint8Array>> {
  const { version, capabilities } = refs;
  if (version === 0) {
    const packets = new PacketReader(await remote.post(statelessRequest(capabilities, wants), 0));
    const answer = dataOf(await packets.read());
    if (answer === null || lineText(answer) !== "NAK") throw notGit();
    return capabilities.some((word) => SIDEBANDS.includes(word))
      ? fromSideband(packets, remote.limits.packets)
      : packets.rest();
  }
  const lines = ["no-progress", "ofs-delta", ...wants.map((oid) => `want ${oid}`), "done"];
  const packets = new PacketReader(await remote.post(commandRequest("fetch", capabilities, lines), 2));
  await skipToPack(packets);
  return fromSideband(packets, remote.limits.packets);
}

/** The best first. */
const SIDEBANDS: readonly string[] = ["side-band-64k", "side-band"];

/** Without anything in common to report, one round is all there is. */
function statelessRequest(capabilities: readonly string[], wants: readonly Oid[]): Uint8Array<ArrayBuffer> {
  const has = (word: string | undefined) => word !== undefined && capabilities.includes(word);
  const words = ["ofs-delta", "no-progress", SIDEBANDS.find(has)].filter(has);
  const lines = wants.map((oid, at) => dataPacket(`want ${oid}${at === 0 ? ` ${words.join(" ")}` : ""}\n`));
  return Buffer.concat([...lines, flushPacket(), dataPacket("done\n")]);
}

/** The sections before the pack were not requested, so that there are few of them or none. */
const MOST_LINES = 1_000;

/** The response has sections, of which the last one is the pack. */
async function skipToPack(packets: PacketReader): Promise<void> {
  for (let lines = 0; lines < MOST_LINES; lines++) {
    const packet = await packets.read();
    if (packet?.kind === "delimiter") continue;
    const line = dataOf(packet);
    if (line === null) throw notGit();
    const text = lineText(line);
    if (text === "packfile") return;
    if (text === "shallow-info") throw isShallow();
  }
  throw notGit();
}

/** Band 2 is progress. */
async function* fromSideband(packets: PacketReader, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let received = 0; ; received++) {
    if (received === most) throw refused(`The server sent more than ${most} packets.`);
    const packet = await packets.read();
    if (packet === null) throw cutOff();
    if (packet.kind === "flush") return;
    if (packet.kind !== "data") throw notGit();
    const [band] = packet.data;
    if (band === 3) throw interrupted("The server reports an error while it sends the objects.");
    if (band === 1) yield packet.data.subarray(1);
    else if (band !== 2) throw notGit();
  }
}
