// Annotated tag objects: parsing and serialising.
import { Buffer } from "node:buffer";
import { GitError } from "../git-error.ts";
import { byteStringFrom } from "./byte-string.ts";
import { readHeaders, textDecoder } from "./headers.ts";
import { type Ident, parseIdent, serialiseIdent } from "./ident.ts";
import { isOid, type ObjectType, type Oid } from "./oid.ts";

export interface Tag {
  readonly object: Oid;
  readonly type: ObjectType;
  /** The name in the object; the ref may have another name. */
  readonly tag: string;
  /** Null for tags of git's first year. */
  readonly tagger: Ident | null;
  /** Complete, as stored, including a signature at its end. */
  readonly message: string;
}

/** @throws GitError for content that git does not accept as a tag */
export function parseTag(content: Uint8Array): Tag {
  const { object, type, rest, bodyStart } = readTag(content);
  const decode = textDecoder(undefined);
  const tagger = rest.find(([name]) => name === "tagger");
  return {
    object,
    type,
    tag: decode(rest[0]?.[1] ?? ""),
    tagger: tagger === undefined ? null : parseIdent(decode(tagger[1])),
    message: decode(byteStringFrom(content, bodyStart)),
  };
}

/** The object that the tag points to. @throws GitError for content that git does not accept as a tag */
export function parseTagLink(content: Uint8Array): { object: Oid; type: ObjectType } {
  const { object, type } = readTag(content);
  return { object, type };
}

function readTag(content: Uint8Array) {
  const { lines, bodyStart } = readHeaders(content);
  const [objectLine, typeLine, ...rest] = lines;
  const object = objectLine?.[1].toLowerCase() ?? "";
  const type = typeLine?.[1] ?? "";
  if (objectLine?.[0] !== "object") throw malformed("missingObject: invalid format - expected 'object' line");
  if (!isOid(object)) throw malformed("badObjectSha1: invalid 'object' line format - bad sha1");
  if (typeLine?.[0] !== "type") throw malformed("missingTypeEntry: invalid format - expected 'type' line");
  if (!isObjectType(type)) throw malformed("badType: invalid 'type' value");
  if (rest[0]?.[0] !== "tag") throw malformed("missingTagEntry: invalid format - expected 'tag' line");
  return { object, type, rest, bodyStart };
}

export const isObjectType = (text: string): text is ObjectType => /^(?:commit|tree|blob|tag)$/.test(text);

const malformed = (text: string) => new GitError("object", text);

export function serialiseTag({ object, type, tag, tagger, message }: Tag): Uint8Array {
  const by = tagger === null ? "" : `tagger ${serialiseIdent(tagger)}\n`;
  return Buffer.from(`object ${object}\ntype ${type}\ntag ${tag}\n${by}\n${message}`);
}
