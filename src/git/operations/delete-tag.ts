// Deletes a tag.
import { TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type Pusher, type RefRefusal, updateRefs } from "../repository/update-refs.ts";

export type DeleteTagOutcome =
  | { readonly kind: "deleted" | "no_such_tag" }
  | { readonly kind: "refused"; readonly refusal: RefRefusal };

/** @param at ISO 8601 with milliseconds */
export function deleteTag(repository: Repository, name: string, pusher: Pusher, at: string): DeleteTagOutcome {
  const ref = repository.refs.get(TAGS + name);
  if (ref === null) return { kind: "no_such_tag" };
  const updates = [{ name: ref.name, before: ref.oid, after: null }];
  const [result] = updateRefs(repository, { pusher, at, updates, atomic: true, via: "api" });
  return result?.refusal ? { kind: "refused", refusal: result.refusal } : { kind: "deleted" };
}
