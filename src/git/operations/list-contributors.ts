// Lists the authors of the commits on the default branch.
import { cost, unlimited, type Work } from "../budget.ts";
import { reachable } from "../history/reachable.ts";
import type { Oid } from "../objects/oid.ts";
import { readCommit } from "../repository/commit-record.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

/** GitLab, too, counts only the newest commits without merges. Bounds the work for long histories. */
const COMMITS_COUNTED = 2_000;

export interface Contributor {
  readonly name: string;
  readonly email: string;
  readonly commits: number;
}

/** By email address, with the name of the newest commit that has one. Sorted by number of commits, descending. */
export async function listContributors(repository: Repository, revision = "HEAD"): Promise<Contributor[]> {
  const tip = resolveCommit(repository, revision);
  return tip === null ? [] : await inSlices(contributorsTo(repository, tip));
}

function* contributorsTo(repository: Repository, tip: Oid): Work<Contributor[]> {
  const byEmail = new Map<string, Contributor>();
  const budget = unlimited();
  let counted = 0;
  for (const commit of reachable(repository.commits, [tip])) {
    if (commit === undefined || budget.endsSlice()) yield;
    if (commit === undefined || commit.parents.length > 1) continue;
    if (++counted > COMMITS_COUNTED) break;
    budget.spend(2 * cost.row);
    const { name, email } = readCommit(repository, commit.oid).author;
    const known = byEmail.get(email) ?? { name, email, commits: 0 };
    byEmail.set(email, { email, name: known.name === "" ? name : known.name, commits: known.commits + 1 });
  }
  return [...byEmail.values()].sort((one, other) => other.commits - one.commits);
}
