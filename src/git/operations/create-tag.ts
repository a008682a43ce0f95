// Creates a tag on a commit.
import { hashObject } from "../objects/hash.ts";
import type { Ident } from "../objects/ident.ts";
import { stripSpace } from "../objects/message.ts";
import type { Oid } from "../objects/oid.ts";
import { serialiseTag } from "../objects/tag.ts";
import { isNewName } from "../refs/new-name.ts";
import { TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { type TagRecord, tagRecord } from "../repository/tag-record.ts";
import { type Pusher, type RefRefusal, updateRefs } from "../repository/update-refs.ts";

export interface NewTag {
  /** Short name, such as `v1.0`. */
  readonly name: string;
  /** The commit: its id, or a branch or tag that leads to it. */
  readonly revision: string;
  /** Makes an annotated tag, unless it is blank. */
  readonly message: string;
  readonly tagger: Ident;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type CreateTagOutcome =
  | { readonly kind: "created"; readonly tag: TagRecord }
  | { readonly kind: "invalid_name" | "unknown_revision" | "exists" }
  | { readonly kind: "refused"; readonly refusal: RefRefusal };

export function createTag(repository: Repository, params: NewTag): CreateTagOutcome {
  const { name, revision, pusher, at } = params;
  const ref = TAGS + name;
  if (!isNewName(name)) return { kind: "invalid_name" };
  const commit = resolveCommit(repository, revision);
  if (commit === null) return { kind: "unknown_revision" };
  if (repository.refs.get(ref) !== null) return { kind: "exists" };
  const annotation = annotationOf(params, commit);
  const after = annotation === null ? commit : hashObject("tag", annotation);
  const [result] = updateRefs(repository, {
    pusher,
    at,
    updates: [{ name: ref, before: null, after }],
    atomic: true,
    via: "api",
    ...(annotation !== null && { addObjects: () => repository.objects.add("tag", annotation) }),
  });
  if (result?.refusal) return { kind: "refused", refusal: result.refusal };
  const made = repository.refs.get(ref);
  if (made === null) throw new Error(`The tag "${name}" does not exist after its creation`);
  return { kind: "created", tag: tagRecord(repository, made) };
}

/** The content of the tag object; null for a lightweight tag. */
function annotationOf({ name, message, tagger }: NewTag, commit: Oid): Uint8Array | null {
  const text = stripSpace(message);
  return text === "" ? null : serialiseTag({ object: commit, type: "commit", tag: name, tagger, message: text });
}
