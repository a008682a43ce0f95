// A tag as callers outside the repository receive it.
import type { Oid } from "../objects/oid.ts";
import { parseTag } from "../objects/tag.ts";
import type { CommitRecord } from "./commit-record.ts";
import { FittingCommits } from "./fitting-commits.ts";
import { type Ref, TAGS } from "./ref-store.ts";
import type { Repository } from "./repository.ts";
import { commitOf } from "./revision.ts";

export interface TagRecord {
  /** Short name, such as `v1.0`. */
  readonly name: string;
  /** The object that the ref names: an annotated tag, or the commit. */
  readonly target: Oid;
  /** Without the final line feed, with any signature; null for a lightweight tag. */
  readonly message: string | null;
  /** The commit that the tag leads to; null for another object. */
  readonly commit: CommitRecord | null;
}

/** @param fitting the size bound shared by the tags of a list */
export function tagRecord(repository: Repository, ref: Ref, fitting = new FittingCommits(repository)): TagRecord {
  const message = messageOf(repository, ref);
  const commit = commitOf(repository, ref);
  return {
    name: ref.name.slice(TAGS.length),
    target: ref.oid,
    message: message === null ? null : fitting.text(message),
    commit: commit === null ? null : fitting.read(commit),
  };
}

function messageOf({ objects }: Repository, { oid, peeled }: Ref): string | null {
  if (peeled === null) return null;
  const object = objects.read(oid);
  if (object === null) throw new Error(`The tag ${oid} does not exist`);
  return parseTag(object.content).message.replace(/\n$/, "");
}
