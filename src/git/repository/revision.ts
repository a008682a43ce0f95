// What people write for a commit: a branch, a tag, an id or the beginning of one.
import { Buffer } from "node:buffer";
import { isOid, nullOid, type Oid, oidFrom } from "../objects/oid.ts";
import { BRANCHES, type Ref, TAGS } from "./ref-store.ts";
import type { Repository } from "./repository.ts";

/** Shorter beginnings of ids are names only. */
const SHORTEST_ABBREVIATION = 4;

/**
 * The commit that a revision names, as git decides it: an id, a ref, HEAD, a tag, a branch, the beginning of an id.
 * Null for what is none or ambiguous.
 */
export function resolveCommit(repository: Repository, revision: string): Oid | null {
  const { commits, refs } = repository;
  const oid = revision.toLowerCase();
  if (isOid(oid)) return commits.find(oid)?.oid ?? onCommit(repository, oid);
  const names =
    revision === "HEAD" ? [refs.head ?? ""] : [revision, `refs/${revision}`, TAGS + revision, BRANCHES + revision];
  for (const name of names) {
    const ref = name.startsWith("refs/") ? refs.get(name) : null;
    if (ref !== null) return commitOf(repository, ref);
  }
  return abbreviated(repository, revision);
}

/** Null for a ref on something else than a commit. */
export function commitOf({ commits }: Repository, { oid, peeled }: Ref): Oid | null {
  return commits.find(peeled ?? oid)?.oid ?? null;
}

/** An annotated tag given by its own id. */
function onCommit(repository: Repository, oid: Oid): Oid | null {
  const tagged = repository.refs.list(TAGS).find((ref) => ref.oid === oid);
  return tagged === undefined ? null : commitOf(repository, tagged);
}

function abbreviated({ sql }: Repository, text: string): Oid | null {
  if (text.length < SHORTEST_ABBREVIATION || !/^[0-9a-f]{1,39}$/i.test(text)) return null;
  const digits = text.toLowerCase();
  const first = Buffer.from(digits + nullOid.slice(digits.length), "hex");
  const last = Buffer.from(digits + "f".repeat(40 - digits.length), "hex");
  const found = sql.rows<{ oid: ArrayBuffer }>(
    "select oid from commits where oid between ? and ? limit 2",
    first,
    last,
  );
  const [only] = found;
  return found.length === 1 && only !== undefined ? oidFrom(new Uint8Array(only.oid)) : null;
}
