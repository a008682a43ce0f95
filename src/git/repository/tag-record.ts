// A tag as others are told of it.
import { parseTag } from "../objects/tag.ts";
import { type CommitRecord, readCommit } from "./commit-record.ts";
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

export function tagRecord(repository: Repository, ref: Ref): TagRecord {
  const commit = commitOf(repository, ref);
  return {
    name: ref.name.slice(TAGS.length),
    message: messageOf(repository, ref),
    commit: commit === null ? null : readCommit(repository, commit),
  };
}

function messageOf({ objects }: Repository, { oid, peeled }: Ref): string | null {
  if (peeled === null) return null;
  const object = objects.read(oid);
  if (object === null) throw new Error(`The tag ${oid} is not there`);
  return parseTag(object.content).message.replace(/\n$/, "");
}
