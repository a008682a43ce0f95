// Object ids: what git calls an object by, the SHA-1 of its type, size and content.
import { Buffer } from "node:buffer";
import { asBuffer } from "./byte-string.ts";

/** 40 lower-case hexadecimal digits. */
export type Oid = string;

export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** Bytes of a raw id. */
export const OID_BYTES = 20;

/** Stands for "no object" where git needs an id: a ref that is not there. */
export const nullOid: Oid = "0".repeat(40);

/** Every repository has it without its being stored. */
export const emptyTreeOid: Oid = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Of a file without content. */
export const emptyBlobOid: Oid = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

export const isOid = (text: string): text is Oid => /^[0-9a-f]{40}$/.test(text);

/** @param bytes hold at least 20 bytes from `at` on */
export const oidFrom = (bytes: Uint8Array, at = 0): Oid => asBuffer(bytes).toString("hex", at, at + OID_BYTES);

export const oidBytes = (oid: Oid): Uint8Array => Buffer.from(oid, "hex");
