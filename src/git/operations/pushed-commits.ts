// The commits of a push for a webhook payload.
import type { Budget, Work } from "../budget.ts";
import { changedFiles, type FileChange } from "../diff/changed-files.ts";
import { diffBudget } from "../diff/changes.ts";
import { type GraphCommit, knownCommit } from "../history/commit-graph.ts";
import { reachable } from "../history/reachable.ts";
import type { Oid } from "../objects/oid.ts";
import { parseTag } from "../objects/tag.ts";
import type { RefName } from "../refs/ref-name.ts";
import { TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { peeled } from "../repository/update-refs.ts";
import { inSlices } from "../slices.ts";
import { type BriefCommit, briefMessage, readBriefCommit } from "./brief-commit.ts";

export interface PushedRef {
  readonly ref: RefName;
  /** Null for a new ref. */
  readonly before: Oid | null;
  /** Null for a deleted ref. */
  readonly after: Oid | null;
}

export interface PushedCommit extends BriefCommit {
  /** Paths changed against the first parent. A renamed file counts as one removed and one added. */
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
}

export interface PushedCommits {
  /** The ref's commit after the push; null for a deleted ref and for a tag on another object. */
  readonly checkout: Oid | null;
  /** Message of an annotated tag. */
  readonly message: string | null;
  /** The newest 20, oldest first. */
  readonly commits: readonly PushedCommit[];
  /** Counted up to 100,000. */
  readonly total: number;
}

const MOST_PUSH_COMMITS = 20;
const MOST_COUNTED = 100_000;
/** Limit of files per commit, and of characters of all paths in the push. */
const MOST_PUSH_FILES = 1_000;
const MOST_PATH_TEXT = 500_000;

interface NewCommits {
  /** Newest first. */
  readonly newest: GraphCommit[];
  readonly total: number;
}

/** A new branch contributes the commits that the default branch lacks; a tag contributes its commit. */
export async function pushedCommits(repository: Repository, push: PushedRef): Promise<PushedCommits> {
  const { commits, objects } = repository;
  const { ref, after } = push;
  if (after === null || objects.find(after) === null) return { checkout: null, message: null, commits: [], total: 0 };
  const target = peeled(repository, after);
  const checkout = commits.find(target ?? after)?.oid ?? null;
  const { newest, total } = await inSlices(newCommitsOf(repository, push, checkout));
  return {
    checkout,
    message: target === null || !ref.startsWith(TAGS) ? null : tagMessage(repository, after),
    commits: await inSlices(describe(repository, newest.toReversed())),
    total,
  };
}

function* newCommitsOf(repository: Repository, push: PushedRef, checkout: Oid | null): Work<NewCommits> {
  const { commits } = repository;
  if (checkout === null) return { newest: [], total: 0 };
  if (push.ref.startsWith(TAGS)) return { newest: [knownCommit(commits, checkout)], total: 1 };
  const newest: GraphCommit[] = [];
  let total = 0;
  for (const commit of reachable(commits, [checkout], knownBefore(repository, push))) {
    if (total === MOST_COUNTED) break;
    if (commit === undefined) {
      yield;
      continue;
    }
    if (total < MOST_PUSH_COMMITS) newest.push(commit);
    total += 1;
  }
  return { newest, total };
}

/** Commits that existed before the push. */
function knownBefore({ commits, refs }: Repository, { ref, before }: PushedRef): Oid[] {
  if (before !== null) return commits.find(before) === null ? [] : [before];
  const standard = refs.head === null || refs.head === ref ? null : refs.get(refs.head);
  return standard === null ? [] : [standard.oid];
}

function tagMessage({ objects }: Repository, oid: Oid): string {
  const object = objects.read(oid);
  if (object === null) throw new Error(`The tag ${oid} does not exist`);
  return briefMessage(parseTag(object.content).message.replace(/\n$/, ""));
}

function* describe(repository: Repository, pushed: readonly GraphCommit[]): Work<PushedCommit[]> {
  const budget = diffBudget();
  const described: PushedCommit[] = [];
  let space = MOST_PATH_TEXT;
  for (const commit of pushed) {
    const files = (yield* filesOf(repository, commit, budget)).filter(({ new_path }) => {
      space -= new_path.length;
      return space >= 0;
    });
    const paths = (kind: FileChange["status"]) =>
      files.filter(({ status }) => status === kind).map(({ new_path }) => new_path);
    described.push({
      ...readBriefCommit(repository, commit.oid),
      added: paths("added"),
      modified: paths("modified"),
      removed: paths("deleted"),
    });
  }
  return described;
}

function* filesOf(
  { commits, objects }: Repository,
  { tree, parents }: GraphCommit,
  budget: Budget,
): Work<FileChange[]> {
  const [parent] = parents;
  const before = parent === undefined ? null : commits.get(parent).tree;
  const options = { detectRenames: false, maxFiles: MOST_PUSH_FILES };
  return (yield* changedFiles(objects, before, tree, options, budget)).files;
}
