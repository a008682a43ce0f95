// Issues and merge requests, as the pages that both have know them.

import {
  issueAwards,
  issueNoteAwards,
  mergeRequestAwards,
  mergeRequestNoteAwards,
} from "../../api/v3/award-emoji/router.ts";
import { updateIssue } from "../../api/v3/issues/single-issues.ts";
import { updateMergeRequest } from "../../api/v3/merge-requests/change-merge-requests.ts";
import { issueNotes, mergeRequestNotes } from "../../api/v3/notes/router.ts";
import { issueSubscription, mergeRequestSubscription } from "../../api/v3/subscriptions/router.ts";
import { issueTime, mergeRequestTime } from "../../api/v3/time-tracking/router.ts";
import { markIssueTodo, markMergeRequestTodo } from "../../api/v3/todos/router.ts";
import { Iid } from "../../db/queries/issuables/issuable-key.ts";
import type { IssuableType } from "../../db/schema/issuables.ts";
import { notFound } from "../../http/errors.ts";
import type { ProjectAbility } from "../../permissions/abilities.ts";
import type { GivenValues } from "../api-client.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { lockParams, reviewParams, withParams } from "./further-params.ts";

/** The attributes that a form may change, as the API takes them. Undefined ones are left unchanged. */
export interface IssuableValues {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly assignee_id?: unknown;
  readonly milestone_id?: unknown;
  /** Titles, separated by commas. */
  readonly labels?: unknown;
  readonly state_event?: unknown;
  /** These two only of issues. */
  readonly due_date?: unknown;
  readonly confidential?: unknown;
  readonly discussion_locked?: unknown;
  /** Only of merge requests. */
  readonly reviewer_id?: unknown;
}

export interface IssuableKind {
  readonly type: IssuableType;
  readonly noun: "issue" | "merge request";
  /** Of the paths below the project. */
  readonly segment: "issues" | "merge_requests";
  /** The API's parameter that names it. */
  readonly idName: "issue_id" | "merge_request_id";
  /** Needed to assign, label and schedule. */
  readonly manage: ProjectAbility;
  readonly notes: typeof issueNotes;
  readonly awards: typeof issueAwards;
  readonly noteAwards: typeof issueNoteAwards;
  readonly subscription: typeof issueSubscription;
  readonly time: typeof issueTime;
  readonly markTodo: typeof markIssueTodo;
  /** @param id the global one. @throws ApiError the API's refusal */
  update(visit: Visit, id: unknown, values: IssuableValues): Promise<unknown>;
}

export const issueKind: IssuableKind = {
  type: "Issue",
  noun: "issue",
  segment: "issues",
  idName: "issue_id",
  manage: "admin_issue",
  notes: issueNotes,
  awards: issueAwards,
  noteAwards: issueNoteAwards,
  subscription: issueSubscription,
  time: issueTime,
  markTodo: markIssueTodo,
  update: (visit, id, values) =>
    visit.api.call(withParams(updateIssue, lockParams), { ...values, id: visit.projectPath, issue_id: id }),
};

export const changeMergeRequest = withParams(updateMergeRequest, reviewParams);

export const mergeRequestKind: IssuableKind = {
  type: "MergeRequest",
  noun: "merge request",
  segment: "merge_requests",
  idName: "merge_request_id",
  manage: "admin_merge_request",
  notes: mergeRequestNotes,
  awards: mergeRequestAwards,
  noteAwards: mergeRequestNoteAwards,
  subscription: mergeRequestSubscription,
  time: mergeRequestTime,
  markTodo: markMergeRequestTodo,
  update: (visit, id, { due_date: _, confidential: __, ...values }) =>
    visit.api.call(changeMergeRequest, { ...values, id: visit.projectPath, merge_request_id: id }),
};

/** The path's `:iid`. @throws ApiError 404 */
export function iidOf(visit: Visit): Iid {
  const text = visit.param("iid");
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound("Issuable");
  return new Iid(Number(text));
}

/** The path of the visited issuable. */
export const issuablePath = (visit: Visit, { segment }: IssuableKind): string =>
  `${visitedProjectUrl(visit)}/${segment}/${encodeURIComponent(visit.param("iid"))}`;

/** As {@link named}, of notes. */
export const namedNoteable = (visit: Visit, id: unknown): GivenValues<typeof issueTime.stats.params> => ({
  id: visit.projectPath,
  noteable_id: id,
});

/** The API's parameters that name the issuable. */
export const named = (
  { idName }: IssuableKind,
  visit: Visit,
  id: unknown,
): GivenValues<typeof issueTime.stats.params> => ({
  id: visit.projectPath,
  [idName]: id,
});
