// Writes requests and reads responses packet by packet, for requests that git itself would not send.
import { Buffer } from "node:buffer";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { dataPacket, delimiterPacket, flushPacket, PacketReader } from "../../../src/git/protocol/pkt-line.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { uploadPack } from "../../../src/git/transport/upload-pack.ts";
import { inChunks } from "../pack/memory-store.ts";
import type { Version } from "./upload-server.ts";

export const FLUSH = "0000";
export const DELIMITER = "0001";

/** Lines, {@link FLUSH} and {@link DELIMITER} as pkt-lines. */
export const written = (lines: readonly string[]): Buffer =>
  Buffer.concat(
    lines.map((line) => (line === FLUSH ? flushPacket() : line === DELIMITER ? delimiterPacket() : dataPacket(line))),
  );

/** Bytes of the response. */
export async function responseTo(repository: Repository, version: Version, body: Uint8Array): Promise<Buffer> {
  const stream = await uploadPack(repository, inChunks(body, 1000), version);
  return Buffer.concat(await Array.fromAsync(stream));
}

export const sendRequest = (repository: Repository, version: Version, ...lines: string[]): Promise<Buffer> =>
  responseTo(repository, version, written(lines));

/** The packets as text, without line feeds, and without what follows the last packet. */
export async function linesOf(response: Uint8Array): Promise<string[]> {
  const lines: string[] = [];
  const packets = new PacketReader(inChunks(response, 1000));
  for (let packet = await packets.read(); packet !== null; packet = await packets.read()) {
    if (packet.kind !== "data") lines.push(packet.kind === "flush" ? FLUSH : DELIMITER);
    else lines.push(Buffer.from(packet.data).toString("latin1").replace(/\n$/, ""));
  }
  return lines;
}

/** The pack on the side-band, and the size of its largest packet. */
export async function packIn(response: Uint8Array): Promise<{ pack: Buffer; largest: number }> {
  const parts: Buffer[] = [];
  let largest = 0;
  const packets = new PacketReader(inChunks(response, 100_000));
  for (let packet = await packets.read(); packet !== null; packet = await packets.read()) {
    if (packet.kind !== "data" || packet.data[0] !== 1) continue;
    parts.push(Buffer.from(packet.data.subarray(1)));
    largest = Math.max(largest, packet.data.length + 4);
  }
  return { pack: Buffer.concat(parts), largest };
}

/** A fetch request of version 2. */
export const fetchLines = (wants: readonly Oid[], haves: readonly Oid[], ...more: string[]): string[] => [
  "command=fetch",
  DELIMITER,
  ...more,
  ...wants.map((oid) => `want ${oid}`),
  ...haves.map((oid) => `have ${oid}`),
  FLUSH,
];
