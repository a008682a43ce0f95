// A tag as others are told of it.
import { parseTag } from "../objects/tag.ts";
import type { CommitRecord } from "./commit-record.ts";
import { FittingCommits } from "./fitting-commits.ts";
import { type Ref, TAGS } from "./ref-store.ts";
import type { Repository } from "./repository.ts";
import { commitOf } from "./revision.ts";

export interface TagRecord {
  /** `v1.0` */
  readonly name: string;
  /** Without the line feed at its end, with a signature if there is one; null for a lightweight tag. */
  readonly message: string | null;
  /** What it is on in the end; null when that is no commit. */
  readonly commit: CommitRecord | null;
}

/** @param fitting what the tags of a list share */
export function tagRecord(repository: Repository, ref: Ref, fitting = new FittingCommits(repository)): TagRecord {
  const message = messageOf(repository, ref);
  const commit = commitOf(repository, ref);
  return {
    name: ref.name.slice(TAGS.length),
    message: message === null ? null : fitting.text(message),
    commit: commit === null ? null : fitting.read(commit),
  };
}

function messageOf({ objects }: Repository, { oid, peeled }: Ref): string | null {
  if (peeled === null) return null;
  const object = objects.read(oid);
  if (object === null) throw new Error(`The tag ${oid} is not there`);
  return parseTag(object.content).message.replace(/\n$/, "");
}
