// Revisions: a branch, a tag, a commit id or its prefix, optionally with steps to an ancestor.
import { Buffer } from "node:buffer";
import type { CommitGraph, GraphCommit } from "../history/commit-graph.ts";
import { isOid, nullOid, type Oid, oidFrom } from "../objects/oid.ts";
import { BRANCHES, type Ref, TAGS } from "./ref-store.ts";
import type { Repository } from "./repository.ts";

/** Shorter prefixes of ids are not looked up. */
const SHORTEST_ABBREVIATION = 4;

/** A step to an ancestor: `~3`, `^2`, `^{commit}`. */
const step = /(?:~(\d*)|\^(?:(\d*)|\{(?:commit)?\}))$/;
/** Longer revisions are not resolved. */
const MOST_STEPS = 100;
/** Limit of one step such as `~20000`, because it is walked without a pause. */
const MOST_GENERATIONS = 20_000;

/**
 * The commit of a revision, by git's rules: an id, a ref, HEAD, a tag, a branch, a prefix of an id, followed by any
 * steps such as `~3` and `^2`. Null for an unknown or ambiguous one.
 */
export function resolveCommit(repository: Repository, revision: string): Oid | null {
  let name = revision;
  const steps: RegExpExecArray[] = [];
  for (let found = step.exec(name); found !== null && steps.length <= MOST_STEPS; found = step.exec(name)) {
    steps.push(found);
    name = name.slice(0, found.index);
  }
  return steps.reduceRight(
    (oid, one) => (oid === null ? null : ancestor(repository, oid, one)),
    commitNamed(repository, name),
  );
}

function ancestor({ commits }: Repository, oid: Oid, [, generations, parent]: RegExpExecArray): Oid | null {
  let commit = commits.find(oid);
  if (generations !== undefined) {
    if (Number(generations) > MOST_GENERATIONS) return null;
    for (let left = Number(generations || 1); left > 0 && commit !== null; left--)
      commit = parentOf(commits, commit, 1);
  } else if (parent !== undefined && Number(parent || 1) > 0) {
    commit = commit === null ? null : parentOf(commits, commit, Number(parent || 1));
  }
  return commit?.oid ?? null;
}

function parentOf(commits: CommitGraph, { parents }: GraphCommit, number: number): GraphCommit | null {
  const id = parents[number - 1];
  return id === undefined ? null : commits.get(id);
}

function commitNamed(repository: Repository, revision: string): Oid | null {
  const { commits, refs } = repository;
  const oid = revision.toLowerCase();
  if (isOid(oid)) return commits.find(oid)?.oid ?? commitOfTag(repository, oid);
  const names =
    revision === "HEAD" ? [refs.head ?? ""] : [revision, `refs/${revision}`, TAGS + revision, BRANCHES + revision];
  for (const name of names) {
    const ref = name.startsWith("refs/") ? refs.get(name) : null;
    if (ref !== null) return commitOf(repository, ref);
  }
  return abbreviated(repository, revision);
}

/** The commit of an id or its prefix; null for an unknown or ambiguous one. */
export function commitWithId(repository: Repository, id: string): Oid | null {
  const oid = id.toLowerCase();
  return isOid(oid) ? (repository.commits.find(oid)?.oid ?? null) : abbreviated(repository, oid);
}

/** Null for a ref that does not lead to a commit. */
export function commitOf({ commits }: Repository, { oid, peeled }: Ref): Oid | null {
  return commits.find(peeled ?? oid)?.oid ?? null;
}

/** The commit of an annotated tag that is given by its own id. */
function commitOfTag(repository: Repository, oid: Oid): Oid | null {
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
