// Computes object ids.
import { createHash, type Hash } from "node:crypto";
import type { ObjectType, Oid } from "./oid.ts";

export const hashObject = (type: ObjectType, content: Uint8Array): Oid =>
  objectHash(type, content.length).update(content).digest("hex");

/** The hash of an object whose content comes in pieces: `update` it with them, then `digest("hex")`. */
export const objectHash = (type: ObjectType, size: number): Hash => createHash("sha1").update(`${type} ${size}\0`);
