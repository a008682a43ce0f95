// Reads a commit for its page: texts, changes, and the branches and tags that are at it.
import type { Changes } from "../diff/changes.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import { BRANCHES, TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { readBriefCommit } from "./brief-commit.ts";
import { diffCommit } from "./find-commit.ts";

/** Parents, branches and tags. */
const MOST_NAMES = 20;

export interface ShownCommit {
  /** With texts of bounded length, and at most 20 parents. */
  readonly commit: CommitRecord;
  /** Against the first parent. */
  readonly changes: Changes["changes"];
  /** Short names in bytewise order: at most 20 of each kind. */
  readonly branches: readonly string[];
  readonly tags: readonly string[];
}

/** Null for an unknown revision. */
export async function showCommit(repository: Repository, revision: string): Promise<ShownCommit | null> {
  const oid = resolveCommit(repository, revision);
  if (oid === null) return null;
  const parentIds = readCommit(repository, oid).parentIds.slice(0, MOST_NAMES);
  const changes = (await diffCommit(repository, oid))?.changes ?? [];
  return {
    commit: { ...readBriefCommit(repository, oid), parentIds },
    changes,
    branches: namesAt(repository, oid, BRANCHES),
    tags: namesAt(repository, oid, TAGS),
  };
}

const namesAt = ({ refs }: Repository, oid: Oid, folder: string): string[] =>
  refs
    .list(folder)
    .filter((ref) => (ref.peeled ?? ref.oid) === oid)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name.slice(folder.length));
