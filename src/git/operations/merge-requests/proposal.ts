// Where a merge request's commits come from, and go to.
import type { Oid } from "../../objects/oid.ts";
import type { OtherRepository } from "../../repository/other-repositories.ts";
import { BRANCHES } from "../../repository/ref-store.ts";
import type { Repository } from "../../repository/repository.ts";

export interface Proposal {
  readonly iid: number;
  /** `main` */
  readonly targetBranch: string;
  /** Null when it is the target's own. */
  readonly sourceProjectId: number | null;
  readonly sourceBranch: string;
}

/** Null when there is no such branch. */
export const branchTip = ({ refs }: Repository, branch: string): Oid | null => refs.get(BRANCHES + branch)?.oid ?? null;

export interface Source {
  /** The source branch as it is now; null when it is not there, or its project is not. */
  readonly tip: Oid | null;
  /** Null when it is the target's own. */
  readonly fork: OtherRepository | null;
}

export async function findSource(repository: Repository, proposal: Proposal): Promise<Source> {
  const { sourceProjectId, sourceBranch } = proposal;
  if (sourceProjectId === null) return { tip: branchTip(repository, sourceBranch), fork: null };
  const fork = await repository.others.find(sourceProjectId);
  return { tip: fork === null ? null : await fork.branchTip(sourceBranch), fork };
}
