// Adds a commit to the tip of a branch.
import { finish } from "../budget.ts";
import { type Commit, serialiseCommit } from "../objects/commit.ts";
import type { Ident } from "../objects/ident.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES } from "./ref-store.ts";
import type { Repository } from "./repository.ts";
import type { StagedObjects } from "./staged-objects.ts";
import { type Pusher, updateRefs } from "./update-refs.ts";

/** Name and address of an author or committer. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface BranchCommit {
  /** Short name, such as `main`. */
  readonly branch: string;
  /** The current tip of the branch; null for a branch that does not exist. */
  readonly tip: Oid | null;
  readonly commit: Commit;
  /** New commits that it needs, parents first; their objects are staged. */
  readonly below?: readonly (readonly [Oid, Commit])[];
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** The permission that a protected branch requires: to merge for `merge`, otherwise to push. */
  readonly via?: "api" | "merge";
  /** Writes further rows in the same transaction. Its outbox entries come before that of the push. */
  readonly record?: (commit: Oid) => void;
}

export type CommittedToBranch =
  | { readonly kind: "committed"; readonly oid: Oid }
  | { readonly kind: "not_allowed" }
  /** A push with this object would be refused; the text is that of `git fsck`. */
  | { readonly kind: "bad_object"; readonly text: string };

/** @param staged the new objects of the commit; those that are not prepared are prepared without a pause */
export function commitToBranch(
  repository: Repository,
  staged: StagedObjects,
  { branch, tip, commit, below = [], pusher, at, via = "api", record }: BranchCommit,
): CommittedToBranch {
  const oid = staged.add("commit", serialiseCommit(commit));
  finish(staged.prepare());
  if (staged.fault !== null) return { kind: "bad_object", text: staged.fault };
  const [result] = updateRefs(repository, {
    pusher,
    at,
    updates: [{ name: BRANCHES + branch, before: tip, after: oid }],
    atomic: true,
    via,
    addObjects: () => {
      staged.store();
      for (const [id, { tree, parents, committer }] of [...below, [oid, commit] as const]) {
        repository.commits.add(id, { tree, parents, time: committer.time });
      }
      record?.(oid);
    },
  });
  switch (result?.refusal?.reason) {
    case undefined:
      return { kind: "committed", oid };
    case "not_allowed":
    // Only a forced commit leaves the history of a protected branch.
    case "protected":
      return { kind: "not_allowed" };
    default:
      throw new Error(`A commit to "${branch}" was refused: "${result?.refusal?.text}"`);
  }
}

/** The ident of a person at a time, always in UTC. */
export const identAt = ({ name, email }: Person, at: string): Ident => ({
  name,
  email,
  time: Math.floor(Date.parse(at) / 1000),
  timeZone: "+0000",
});
