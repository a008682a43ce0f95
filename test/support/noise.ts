// Bytes that do not compress, the same for the same seed.
import { createHash } from "node:crypto";

export function noise(seed: string, bytes: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes; at += 32) blocks.push(createHash("sha256").update(`${seed} ${at}`).digest());
  return Buffer.concat(blocks).subarray(0, bytes);
}
