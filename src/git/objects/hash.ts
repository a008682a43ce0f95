// Computes object ids.
import { createHash, type Hash, hash } from "node:crypto";
import { type ObjectType, type Oid, oidFrom } from "./oid.ts";
import { MOST_HEAD, MOST_SHORT, shortSha1 } from "./sha1.ts";

export const hashObject = (type: ObjectType, content: Uint8Array): Oid => oidFrom(rawHash(type, content));

/** The raw id: workerd is slow at hexadecimal digests. */
export function rawHash(type: ObjectType, content: Uint8Array): Uint8Array {
  const head = header(type, content.length);
  if (content.length <= MOST_SHORT) return shortSha1(head, content);
  if (content.length > MOST_COPIED) return objectHash(type, content.length).update(content).digest();
  for (let at = 0; at < head.length; at++) whole[at] = head.charCodeAt(at);
  whole.set(content, head.length);
  return hash("sha1", whole.subarray(0, head.length + content.length), "buffer");
}

/** In bytes. Copying less behind its header takes less time than making a Hash, which is a stream. */
const MOST_COPIED = 64 * 1024;
const whole = new Uint8Array(MOST_HEAD + MOST_COPIED);

const header = (type: ObjectType, size: number): string => `${type} ${size}\0`;

/** The hash of an object whose content comes in pieces: call `update` for each, then `digest("hex")`. */
export const objectHash = (type: ObjectType, size: number): Hash => createHash("sha1").update(header(type, size));
