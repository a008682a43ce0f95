// A commit as others are told of it.
import { type Commit, parseCommit } from "../objects/commit.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "./repository.ts";

export interface CommitRecord extends Pick<Commit, "author" | "committer" | "message"> {
  readonly id: Oid;
  readonly parentIds: readonly Oid[];
}

/** @throws Error when there is no such commit: who asks has made sure of it */
export function readCommit({ objects }: Repository, oid: Oid): CommitRecord {
  const object = objects.read(oid);
  if (object?.type !== "commit") throw new Error(`${oid} is no commit`);
  const { parents, author, committer, message } = parseCommit(object.content);
  return { id: oid, parentIds: parents, author, committer, message };
}
