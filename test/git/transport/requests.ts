// Requests written and answers read packet by packet, where git itself would not ask.
import { Buffer } from "node:buffer";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { dataPacket, delimiterPacket, flushPacket, PacketReader } from "../../../src/git/protocol/pkt-line.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { uploadPack } from "../../../src/git/transport/upload-pack.ts";
import { inChunks } from "../pack/memory-store.ts";
import type { Version } from "./upload-server.ts";

export const FLUSH = "0000";
export const DELIMITER = "0001";

/** Lines, and the two that are none. */
export const written = (lines: readonly string[]): Buffer =>
  Buffer.concat(
    lines.map((line) => (line === FLUSH ? flushPacket() : line === DELIMITER ? delimiterPacket() : dataPacket(line))),
  );

/** The answer's bytes. */
export async function answerTo(repository: Repository, version: Version, body: Uint8Array): Promise<Buffer> {
  const stream = await uploadPack(repository, inChunks(body, 1000), version);
  return Buffer.concat(await Array.fromAsync(stream));
}

export const ask = (repository: Repository, version: Version, ...lines: string[]): Promise<Buffer> =>
  answerTo(repository, version, written(lines));

/** Its packets as text, without their line feeds; what comes behind the last is left out. */
export async function linesOf(answer: Uint8Array): Promise<string[]> {
  const lines: string[] = [];
  const packets = new PacketReader(inChunks(answer, 1000));
  for (let packet = await packets.read(); packet !== null; packet = await packets.read()) {
    if (packet.kind !== "data") lines.push(packet.kind === "flush" ? FLUSH : DELIMITER);
    else lines.push(Buffer.from(packet.data).toString("latin1").replace(/\n$/, ""));
  }
  return lines;
}

/** The pack in bands, and the largest packet it came in. */
export async function packIn(answer: Uint8Array): Promise<{ pack: Buffer; largest: number }> {
  const parts: Buffer[] = [];
  let largest = 0;
  const packets = new PacketReader(inChunks(answer, 100_000));
  for (let packet = await packets.read(); packet !== null; packet = await packets.read()) {
    if (packet.kind !== "data" || packet.data[0] !== 1) continue;
    parts.push(Buffer.from(packet.data.subarray(1)));
    largest = Math.max(largest, packet.data.length + 4);
  }
  return { pack: Buffer.concat(parts), largest };
}

/** A fetch by version 2. */
export const fetchLines = (wants: readonly Oid[], haves: readonly Oid[], ...more: string[]): string[] => [
  "command=fetch",
  DELIMITER,
  ...more,
  ...wants.map((oid) => `want ${oid}`),
  ...haves.map((oid) => `have ${oid}`),
  FLUSH,
];
