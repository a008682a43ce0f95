// Bytes that do not compress, the same for the same seed.
import { createCipheriv, createHash } from "node:crypto";

export function noise(seed: string, bytes: number): Buffer {
  const key = createHash("sha256").update(seed).digest();
  return createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
}
