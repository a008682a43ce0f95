// Puts one more commit on a branch.
import { finish } from "../budget.ts";
import { type Commit, serialiseCommit } from "../objects/commit.ts";
import type { Ident } from "../objects/ident.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES } from "./ref-store.ts";
import type { Repository } from "./repository.ts";
import type { StagedObjects } from "./staged-objects.ts";
import { type Pusher, updateRefs } from "./update-refs.ts";

/** Somebody as commits name them. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface BranchCommit {
  /** `main` */
  readonly branch: string;
  /** What the branch is at this moment; null for one that is not there. */
  readonly tip: Oid | null;
  readonly commit: Commit;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** What the branch's protection is asked: whether the pusher may push, unless this says `merge`. */
  readonly via?: "api" | "merge";
  /** Writes what belongs in the transaction with the commit; what it tells is told before the push. */
  readonly record?: (commit: Oid) => void;
}

export type CommittedToBranch =
  | { readonly kind: "committed"; readonly oid: Oid }
  | { readonly kind: "not_allowed" }
  /** What a push would be refused for, in the words of `git fsck`. */
  | { readonly kind: "bad_object"; readonly text: string };

/** @param staged what the commit is made of; what was not prepared before is prepared at once */
export function commitToBranch(
  repository: Repository,
  staged: StagedObjects,
  { branch, tip, commit, pusher, at, via = "api", record }: BranchCommit,
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
    bring: () => {
      staged.store();
      repository.commits.add(oid, { ...commit, time: commit.committer.time });
      record?.(oid);
    },
  });
  switch (result?.refusal?.reason) {
    case undefined:
      return { kind: "committed", oid };
    case "not_allowed":
      return { kind: "not_allowed" };
    default:
      throw new Error(`A commit to ${branch} was refused: ${result?.refusal?.text}`);
  }
}

/** The person at an instant, as this server writes it: in UTC. */
export const identAt = ({ name, email }: Person, at: string): Ident => ({
  name,
  email,
  time: Math.floor(Date.parse(at) / 1000),
  timeZone: "+0000",
});
