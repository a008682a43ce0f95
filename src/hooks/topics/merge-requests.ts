// Messages about merge requests.
import { type PushedDetails, readDetails } from "../../db/queries/events/details.ts";
import { findHookMergeRequest, findHookProjects, type HookMergeRequestRow } from "../../db/queries/hooks/events.ts";
import { type MergeRequestAction, mergeRequestPayload, type PayloadMergeRequest } from "../payloads/merge-request.ts";
import { readChanges } from "./changes.ts";
import { findCommit } from "./commit.ts";
import { type MessageSources, projectTopic } from "./topic.ts";

const mergeRequestTopic = (action: MergeRequestAction) =>
  projectTopic(["merge_requests_events"], async (sources, event, mergeRequestId) => {
    const [[row]] = await sources.db.batch(findHookMergeRequest(mergeRequestId));
    if (row === undefined) return null;
    const mergeRequest = await withSource(sources, row);
    const oldHead = readDetails<PushedDetails>(event.details)?.oldrev ?? null;
    const changes = await readChanges(sources, event, action, row);
    const payload = mergeRequestPayload(sources.project, event, mergeRequest, action, oldHead, changes);
    return { event: "Merge Request Hook", settings: ["merge_requests_events"], payload };
  });

export const mergeRequestTopics = {
  merge_request_opened: mergeRequestTopic("open"),
  merge_request_updated: mergeRequestTopic("update"),
  merge_request_closed: mergeRequestTopic("close"),
  merge_request_reopened: mergeRequestTopic("reopen"),
  merge_request_merged: mergeRequestTopic("merge"),
};

export async function withSource(sources: MessageSources, row: HookMergeRequestRow): Promise<PayloadMergeRequest> {
  const { db, project } = sources;
  const lastCommit = row.head_sha === null ? null : await findCommit(sources, row.head_sha);
  if (row.source_project_id === row.project_id) return { row, source: project, lastCommit };
  const [[fork]] = await db.batch(findHookProjects([row.source_project_id]));
  return { row, source: fork === undefined ? null : { ...project, row: fork }, lastCommit };
}
