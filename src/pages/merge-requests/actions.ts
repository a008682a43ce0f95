// The actions on a merge request that issues do not have: merging, its discussions, work in progress, deletion.

import { cherryPick as pick } from "../../api/v3/commits/cherry-pick.ts";
import { createDiscussion as create } from "../../api/v3/discussions/create-discussion.ts";
import { createReply as reply } from "../../api/v3/discussions/create-reply.ts";
import { resolveDiscussion as resolve } from "../../api/v3/discussions/resolve-discussion.ts";
import { acceptMergeRequest } from "../../api/v3/merge-requests/accept-merge-request.ts";
import { cancelAutomaticMerge } from "../../api/v3/merge-requests/cancel-automatic-merge.ts";
import { deleteMergeRequest as remove, updateMergeRequest } from "../../api/v3/merge-requests/change-merge-requests.ts";
import { mergeRequestParams } from "../../api/v3/merge-requests/merge-request-params.ts";
import { approveMergeRequest, unapproveMergeRequest } from "../../api/v4/merge-requests/approvals.ts";
import { ApiError, badRequest } from "../../http/errors.ts";
import { isWorkInProgress, withoutWorkInProgress } from "../../services/merge-requests/work-in-progress.ts";
import { squashParams, withParams } from "../issuables/further-params.ts";
import { issuablePath, mergeRequestKind } from "../issuables/kinds.ts";
import { NOTES_PER_PAGE, notesPageOf } from "../issuables/read.ts";
import { visitedProjectUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { findMergeRequest, namedMergeRequest } from "./found-merge-request.ts";

const pathOf = (visit: Visit): string => issuablePath(visit, mergeRequestKind);

const back = (visit: Visit, notice: string, path = pathOf(visit)): Response => redirectWith(visit, notice, path);

export async function merge(visit: Visit): Promise<Response> {
  const merged = await visit.api
    .call(withParams(acceptMergeRequest, squashParams), {
      ...namedMergeRequest(visit),
      sha: visit.formText("sha"),
      merge_commit_message: visit.formText("merge_commit_message"),
      squash: visit.formText("squash"),
      should_remove_source_branch: visit.formText("should_remove_source_branch"),
      merge_when_build_succeeds: visit.formText("merge_when_build_succeeds"),
    })
    .catch(explain);
  return back(visit, merged.state === "merged" ? "Merged." : "It will be merged when its build succeeds.");
}

/** The API's refusals of a merge are short; the page shows the reason beside them. */
const refusals: Readonly<Record<number, string>> = {
  405: "It was not merged, because something prevents that. See below.",
  406: "It is merged or closed already.",
  409: "The source branch was pushed to after you opened the page. Look at the changes again.",
};

function explain(error: unknown): never {
  const message = error instanceof ApiError ? refusals[error.status] : undefined;
  throw error instanceof ApiError && message !== undefined ? new ApiError(error.status, { message }) : error;
}

export async function cancelMerge(visit: Visit): Promise<Response> {
  await visit.api.call(cancelAutomaticMerge, namedMergeRequest(visit));
  return back(visit, "The automatic merge was cancelled.");
}

/** Into an existing branch. */
export async function cherryPick(visit: Visit): Promise<Response> {
  const { merge_commit_sha: sha } = await visit.api.call(findMergeRequest, namedMergeRequest(visit));
  const branch = visit.formText("branch") ?? "";
  const picked = await visit.api
    .call(pick, { id: visit.projectPath, sha: sha ?? "", branch })
    .catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 404 ? badRequest(`There is no branch ${branch}`) : error;
    });
  return back(visit, `It was cherry-picked into ${branch}.`, `${visitedProjectUrl(visit)}/commit/${picked.id}`);
}

/** By the button's value: approves, or takes the approval back. */
export async function approve(visit: Visit): Promise<Response> {
  const approves = visit.formText("approved") === "true";
  const { id, merge_request_id } = namedMergeRequest(visit);
  const endpoint = approves ? approveMergeRequest : unapproveMergeRequest;
  const params = { ...endpoint.params, ...mergeRequestParams };
  await visit.api.call({ ...endpoint, params }, { id, merge_request_id, sha: visit.formText("sha") }).catch(explain);
  return back(visit, approves ? "You have approved it." : "Your approval was taken back.");
}

export async function toggleWorkInProgress(visit: Visit): Promise<Response> {
  const named = namedMergeRequest(visit);
  const { title } = await visit.api.call(findMergeRequest, named);
  const isMarked = isWorkInProgress(title);
  await visit.api.call(updateMergeRequest, {
    ...named,
    title: isMarked ? withoutWorkInProgress(title) : `WIP: ${title}`,
  });
  return back(visit, isMarked ? "It is no longer work in progress." : "It is work in progress: it cannot be merged.");
}

/** To the note, on the last page: the form has counted the notes before it. */
function toNewNote(visit: Visit, id: number): Response {
  const page = Math.floor((Number(visit.formText("notes")) || 0) / NOTES_PER_PAGE) + 1;
  return visit.redirect(`${pathOf(visit)}${page > 1 ? `?page=${page}` : ""}#note_${id}`);
}

export async function startDiscussion(visit: Visit): Promise<Response> {
  const { notes } = await visit.api.call(create, { ...namedMergeRequest(visit), body: visit.form.get("body") ?? "" });
  return toNewNote(visit, notes[0]?.id ?? 0);
}

export async function replyToDiscussion(visit: Visit): Promise<Response> {
  const discussion_id = visit.param("discussion_id");
  const body = visit.form.get(`reply_${discussion_id}`) ?? "";
  const note = await visit.api.call(reply, { ...namedMergeRequest(visit), discussion_id, body });
  return toNewNote(visit, note.id);
}

export async function resolveDiscussion(visit: Visit): Promise<Response> {
  const discussion_id = visit.param("discussion_id");
  const resolved = visit.formText("resolved");
  await visit.api.call(resolve, { ...namedMergeRequest(visit), discussion_id, resolved });
  const page = notesPageOf(visit);
  const path = `${pathOf(visit)}${page > 1 ? `?page=${page}` : ""}#discussion_${encodeURIComponent(discussion_id)}`;
  return back(visit, resolved === "true" ? "The discussion is resolved." : "The discussion is open again.", path);
}

export async function deleteMergeRequest(visit: Visit): Promise<Response> {
  await visit.api.call(remove, namedMergeRequest(visit));
  return back(visit, "The merge request was deleted.", `${visitedProjectUrl(visit)}/merge_requests`);
}
