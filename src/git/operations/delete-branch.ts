// Deletes a branch.
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type Pusher, type RefRefusal, updateRefs } from "../repository/update-refs.ts";

export type DeleteBranchOutcome =
  | { readonly kind: "deleted" | "no_such_branch" | "default_branch" | "protected" }
  | { readonly kind: "refused"; readonly refusal: RefRefusal };

/** @param at ISO 8601 with milliseconds */
export function deleteBranch(repository: Repository, name: string, pusher: Pusher, at: string): DeleteBranchOutcome {
  const { refs } = repository;
  const ref = refs.get(BRANCHES + name);
  if (ref === null) return { kind: "no_such_branch" };
  if (ref.name === refs.head) return { kind: "default_branch" };
  const updates = [{ name: ref.name, before: ref.oid, after: null }];
  const [result] = updateRefs(repository, { pusher, at, updates, atomic: true, via: "api" });
  if (!result?.refusal) return { kind: "deleted" };
  return result.refusal.reason === "protected" ? { kind: "protected" } : { kind: "refused", refusal: result.refusal };
}
