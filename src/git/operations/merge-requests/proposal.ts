// The source and the target of a merge request.
import type { Oid } from "../../objects/oid.ts";
import type { OtherRepository } from "../../repository/other-repositories.ts";
import { BRANCHES } from "../../repository/ref-store.ts";
import type { Repository } from "../../repository/repository.ts";

export interface Proposal {
  readonly iid: number;
  /** Short name, such as `main`. */
  readonly targetBranch: string;
  /** Null if source and target are the same project. */
  readonly sourceProjectId: number | null;
  readonly sourceBranch: string;
}

/** Null when the branch does not exist. */
export const branchTip = ({ refs }: Repository, branch: string): Oid | null => refs.get(BRANCHES + branch)?.oid ?? null;

export interface Source {
  /** Current tip of the source branch; null if the branch or its project does not exist. */
  readonly tip: Oid | null;
  /** Null if source and target are the same project. */
  readonly fork: OtherRepository | null;
}

export async function findSource(repository: Repository, proposal: Proposal): Promise<Source> {
  const { sourceProjectId, sourceBranch } = proposal;
  if (sourceProjectId === null) return { tip: branchTip(repository, sourceBranch), fork: null };
  const fork = await repository.others.find(sourceProjectId);
  return { tip: fork === null ? null : await fork.branchTip(sourceBranch), fork };
}
