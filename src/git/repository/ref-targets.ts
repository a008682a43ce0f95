// What refs lead to, found in slices: a transaction that moves thousands of them need not read their objects.
import { cost, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import type { ObjectType, Oid } from "../objects/oid.ts";
import { parseTagLink } from "../objects/tag.ts";
import type { ObjectReader } from "../pack/object-reader.ts";
import { MOST_TAGS } from "./update-refs.ts";

export interface RefTarget {
  readonly type: ObjectType;
  /** The object that a chain of annotated tags ends at; null for no tag. */
  readonly peeled: Oid | null;
}

interface Objects {
  stored(oid: Oid): { readonly type: ObjectType } | null;
  readonly reader: ObjectReader;
}

/** Without the objects that do not exist. @throws GitError for too long a chain of tags */
export function* findRefTargets(oids: Iterable<Oid>, { stored, reader }: Objects): Work<Map<Oid, RefTarget>> {
  const budget = unlimited();
  const targets = new Map<Oid, RefTarget>();
  for (const oid of oids) {
    const found = stored(oid);
    if (found === null) continue;
    let [at, type] = [oid, found.type];
    for (let tags = 0; type === "tag"; tags++) {
      if (tags === MOST_TAGS) throw new GitError("limit", `The tag ${oid} is a tag of more than ${MOST_TAGS} others.`);
      const tag = reader.read(at);
      if (tag === null) throw new Error(`The tag ${at} does not exist`);
      ({ object: at, type } = parseTagLink(tag.content));
      budget.spend(cost.row + tag.content.length * cost.byte);
      if (budget.endsSlice()) yield;
    }
    targets.set(oid, { type: found.type, peeled: found.type === "tag" ? at : null });
    budget.spend(cost.row);
    if (budget.endsSlice()) yield;
  }
  return targets;
}
