// Commit objects: parsing and serialising.
import { Buffer } from "node:buffer";
import { GitError } from "../git-error.ts";
import { byteStringFrom } from "./byte-string.ts";
import { type Header, type Headers, readHeaders, textDecoder, writeHeader } from "./headers.ts";
import { type Ident, parseIdent, serialiseIdent } from "./ident.ts";
import { isOid, type Oid } from "./oid.ts";

export interface Commit {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Ident;
  readonly committer: Ident;
  /** In stored order: `encoding`, `gpgsig`, `mergetag` and others. */
  readonly extraHeaders: readonly Header[];
  /** Complete, as stored. */
  readonly message: string;
}

/** The fields of a commit that walks need. */
export interface CommitLinks {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  /** The committer's time, in seconds since 1970; 0 when it cannot be read. */
  readonly time: number;
}

/**
 * Decodes text in the commit's own encoding, or else as UTF-8, with U+FFFD for invalid bytes.
 *
 * @throws GitError for content that git does not accept as a commit
 */
export function parseCommit(content: Uint8Array): Commit {
  const headers = readHeaders(content);
  const links = linksOf(headers);
  const [author, committer, ...extraHeaders] = headers.lines.slice(1 + links.parents.length);
  if (author?.[0] !== "author") throw malformed("missingAuthor: invalid format - expected 'author' line");
  if (committer?.[0] !== "committer") throw malformed("missingCommitter: invalid format - expected 'committer' line");
  const decode = textDecoder(extraHeaders.find(([name]) => name === "encoding")?.[1]);
  return {
    ...links,
    author: parseIdent(decode(author[1])),
    committer: parseIdent(decode(committer[1])),
    extraHeaders: extraHeaders.map(([name, value]) => [name, decode(value)]),
    message: decode(byteStringFrom(content, headers.bodyStart)),
  };
}

/** @throws GitError for content that git does not accept as a commit */
export function parseCommitLinks(content: Uint8Array): CommitLinks & { time: number } {
  const headers = readHeaders(content);
  const committer = headers.lines.find(([name]) => name === "committer");
  return { ...linksOf(headers), time: parseIdent(committer?.[1] ?? "").time };
}

function linksOf({ lines }: Headers): { tree: Oid; parents: Oid[] } {
  const [first] = lines;
  const tree = first?.[1].toLowerCase() ?? "";
  if (first?.[0] !== "tree") throw malformed("missingTree: invalid format - expected 'tree' line");
  if (!isOid(tree)) throw malformed("badTreeSha1: invalid 'tree' line format - bad sha1");
  const parents: Oid[] = [];
  for (const [name, value] of lines.slice(1)) {
    if (name !== "parent") break;
    const parent = value.toLowerCase();
    if (!isOid(parent)) throw malformed("badParentSha1: invalid 'parent' line format - bad sha1");
    parents.push(parent);
  }
  return { tree, parents };
}

const malformed = (text: string) => new GitError("object", text);

/** Writes UTF-8: remove the `encoding` header of a commit that was read in another encoding. */
export function serialiseCommit({ tree, parents, author, committer, extraHeaders, message }: Commit): Uint8Array {
  const headers: Header[] = [
    ["tree", tree],
    ...parents.map((parent): Header => ["parent", parent]),
    ["author", serialiseIdent(author)],
    ["committer", serialiseIdent(committer)],
    ...extraHeaders,
  ];
  return Buffer.from(`${headers.map(writeHeader).join("")}\n${message}`);
}
