// Finds out what a merge of a merge request waits for, and stores whether it can be merged unless that is known.
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import type { VersionRow } from "../../db/queries/merge-requests/version-rows.ts";
import { storeMergeStatus } from "../../db/queries/merge-requests/writes.ts";
import type { MergeExamination } from "../../git/operations/merge-requests/examine-merge.ts";
import type { VerbContext } from "../verb.ts";
import { closesIssues, closingTexts } from "./closing.ts";
import { proposalOf } from "./versions.ts";

export interface Examined extends MergeExamination {
  /** The texts that may close issues; none if a merge closes no issues. */
  readonly closingTexts: readonly string[];
}

/**
 * One call of the repository.
 * @param version the newest
 * @param level of the user who would merge it, on the target project
 */
export async function examineMergeRequest(
  { db, repositories }: Pick<VerbContext, "db" | "repositories">,
  mergeRequest: SingleMergeRequest,
  version: VersionRow | undefined,
  level: number,
): Promise<Examined> {
  const isClosing = closesIssues(mergeRequest);
  const { project_id, head_sha, merge_status } = mergeRequest;
  const examination = await repositories.open(project_id).run("examineMerge", {
    proposal: proposalOf(mergeRequest),
    head: head_sha,
    isKnownMergeable: merge_status === "can_be_merged",
    level,
    range: isClosing ? rangeOf(version) : null,
  });
  if (merge_status === "unchecked") {
    const status = examination.obstacle === null ? "can_be_merged" : "cannot_be_merged";
    await db.batch(storeMergeStatus(mergeRequest, status));
  }
  return { ...examination, closingTexts: isClosing ? closingTexts(mergeRequest, examination.messages) : [] };
}

function rangeOf({ head_commit_sha: head, start_commit_sha: except }: Partial<VersionRow> = {}) {
  return head == null || except == null ? null : { head, except };
}
