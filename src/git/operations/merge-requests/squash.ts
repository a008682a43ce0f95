// Squashing the commits of a merge request into one.
import type { Work } from "../../budget.ts";
import { reachable } from "../../history/reachable.ts";
import { firstOf } from "../../history/walk.ts";
import type { Oid } from "../../objects/oid.ts";
import { readCommit } from "../../repository/commit-record.ts";
import type { Person } from "../../repository/commit-to-branch.ts";
import type { Repository } from "../../repository/repository.ts";

export interface Squash {
  /** Of the squash commit: the author of the merge request. The committer is that of the merge. */
  readonly author: Person;
  /** Used unchanged. */
  readonly message: string;
}

/** True for a single commit that has the message already: it is merged itself, as in GitLab. */
export function* isSquashed(
  repository: Repository,
  target: Oid,
  head: Oid,
  { message }: Pick<Squash, "message">,
): Work<boolean> {
  const [commit, ...more] = yield* firstOf(reachable(repository.commits, [head], [target]), 2);
  if (commit === undefined || more.length > 0) return false;
  return readCommit(repository, commit.oid).message.trim() === message.trim();
}
