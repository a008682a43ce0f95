// A commit as callers outside the repository receive it.
import { type Commit, parseCommit } from "../objects/commit.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "./repository.ts";

export interface CommitRecord extends Pick<Commit, "author" | "committer" | "message"> {
  readonly id: Oid;
  readonly parentIds: readonly Oid[];
}

/** @throws Error when the commit does not exist */
export function readCommit({ objects }: Repository, oid: Oid): CommitRecord {
  const object = objects.read(oid);
  if (object?.type !== "commit") throw new Error(`${oid} is not a commit`);
  const { parents, author, committer, message } = parseCommit(object.content);
  return { id: oid, parentIds: parents, author, committer, message };
}
