// Who wrote the commits of the default branch.
import { reachable } from "../history/reachable.ts";
import { readCommit } from "../repository/commit-record.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";

/** The newest that are no merges, as GitLab counts them: reading all of a long history would take its time. */
const COMMITS_COUNTED = 2_000;

export interface Contributor {
  readonly name: string;
  readonly email: string;
  readonly commits: number;
}

/** By address; with the name of their newest commit that has one. Who has most commits comes first. */
export function listContributors(repository: Repository): Contributor[] {
  const tip = resolveCommit(repository, "HEAD");
  if (tip === null) return [];
  const byEmail = new Map<string, Contributor>();
  const counted = reachable(repository.commits, [tip])
    .filter(({ parents }) => parents.length < 2)
    .take(COMMITS_COUNTED);
  for (const { oid } of counted) {
    const { name, email } = readCommit(repository, oid).author;
    const known = byEmail.get(email) ?? { name, email, commits: 0 };
    byEmail.set(email, { email, name: known.name === "" ? name : known.name, commits: known.commits + 1 });
  }
  return [...byEmail.values()].sort((one, other) => other.commits - one.commits);
}
