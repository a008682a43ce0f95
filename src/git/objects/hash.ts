// Computes object ids.
import { createHash, type Hash } from "node:crypto";
import { type ObjectType, type Oid, oidFrom } from "./oid.ts";
import { MOST_SHORT, shortSha1 } from "./sha1.ts";

export const hashObject = (type: ObjectType, content: Uint8Array): Oid => oidFrom(rawHash(type, content));

/** The raw id: workerd is slow at hexadecimal digests. */
export const rawHash = (type: ObjectType, content: Uint8Array): Uint8Array =>
  content.length <= MOST_SHORT
    ? shortSha1(header(type, content.length), content)
    : objectHash(type, content.length).update(content).digest();

const header = (type: ObjectType, size: number): string => `${type} ${size}\0`;

/** The hash of an object whose content comes in pieces: call `update` for each, then `digest("hex")`. */
export const objectHash = (type: ObjectType, size: number): Hash => createHash("sha1").update(header(type, size));
