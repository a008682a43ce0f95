// Computes object ids.
import { createHash, type Hash } from "node:crypto";
import { type ObjectType, type Oid, oidFrom } from "./oid.ts";

/** Uses the raw digest, because workerd is slow at hexadecimal digests. */
export const hashObject = (type: ObjectType, content: Uint8Array): Oid =>
  oidFrom(objectHash(type, content.length).update(content).digest());

/** The hash of an object whose content comes in pieces: call `update` for each, then `digest("hex")`. */
export const objectHash = (type: ObjectType, size: number): Hash => createHash("sha1").update(`${type} ${size}\0`);
