// What the repository knows about merging a merge request now, in one call: obstacles, permission, and the messages of
// its commits.
import type { Oid } from "../../objects/oid.ts";
import type { MergeObstacle } from "../../repository/merge-obstacle.ts";
import type { Repository } from "../../repository/repository.ts";
import { type CommitMessage, commitMessages, type MessageRange } from "../commit-messages.ts";
import { findObstacle } from "./check-merge.ts";
import { mayMergeInto } from "./may-merge-into.ts";
import { findSource, type Proposal } from "./proposal.ts";

export interface ExaminedMerge {
  readonly proposal: Proposal;
  /** Of the newest version; null if there is none. */
  readonly head: Oid | null;
  /** True if an earlier check has found no obstacle, and no branch has moved since. */
  readonly isKnownMergeable: boolean;
  /** Access level of the user on the project: 30 developer, 40 master. */
  readonly level: number;
  /** The commits whose messages are wanted; null for none. */
  readonly range: MessageRange | null;
}

export interface MergeExamination {
  /** Null if it can be merged. */
  readonly obstacle: MergeObstacle | null;
  /** True if the source branch or its project does not exist. */
  readonly isSourceMissing: boolean;
  /** True if the user may merge into the target branch. */
  readonly isAllowed: boolean;
  readonly messages: readonly CommitMessage[];
}

export async function examineMerge(
  repository: Repository,
  { proposal, head, isKnownMergeable, level, range }: ExaminedMerge,
): Promise<MergeExamination> {
  const { targetBranch } = proposal;
  const findObstacleUnlessKnown = async (): Promise<MergeObstacle | null> => {
    if (head === null) return { kind: "branch_missing" };
    return isKnownMergeable ? null : findObstacle(repository, { targetBranch, head });
  };
  const [{ tip }, obstacle, messages] = await Promise.all([
    findSource(repository, proposal),
    findObstacleUnlessKnown(),
    range === null ? [] : commitMessages(repository, range),
  ]);
  const isAllowed = mayMergeInto(repository, { branch: targetBranch, level });
  return { obstacle, isSourceMissing: tip === null, isAllowed, messages };
}
