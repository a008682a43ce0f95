// POST /projects/:id/issues
import { findTracker } from "../../db/queries/issues.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { dateTime, integer, text } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { forbidden, invalidRecord, notFound } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { admitUser, withHead } from "../../permissions/require.ts";
import { viewerWithId } from "../../permissions/visible.ts";
import { presentIssue } from "../../presenters/issue.ts";
import { createIssue as create, type NewIssueWish } from "../../services/issues/create.ts";
import { labelTitles } from "../../services/labels/title.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";
import { askFollowed, followedBy } from "./followed-discussions.ts";
import { dueDate, idOrNone, issueAttributeParams, issueFlagParams } from "./issue-params.ts";

/** What is only for those who manage issues, as it is for the others. */
const unmanaged = { assigneeId: null, milestoneId: null, labels: [], dueDate: null } satisfies Partial<NewIssueWish>;

export const createIssue = endpoint({
  access: { project: "create_issue" },
  params: {
    title: required(text),
    created_at: optional(dateTime),
    merge_request_for_resolving_discussions: optional(integer),
    ...issueAttributeParams,
    ...issueFlagParams,
    ...idParam,
  },
  async handle(call) {
    const { id, title, created_at, description, assignee_id, milestone_id, labels, confidential } = call.params;
    const key = projectKey(id);
    // The assignee must be able to read the project: they are looked up as its viewer.
    const assignee = findTracker(viewerWithId(call.viewer, assignee_id ?? 0), key);
    const asked = askFollowed(call, key, call.params.merge_request_for_resolving_discussions);
    const { head, rows } = await withHead(call, findTracker(call.viewer, key), assignee, ...asked);
    const actor = admitUser(call, head);
    if (head.project_id === null) throw notFound("Project");
    if (head.issues_enabled === 0) throw forbidden();
    const reader = rows[0][0];
    const readsAsAssignee = reader?.viewer_id != null && reader.project_id !== null;
    const followed = followedBy(actor, head, rows[1]);
    const managed = {
      assigneeId: readsAsAssignee ? idOrNone(assignee_id) : null,
      milestoneId: idOrNone(milestone_id),
      labels: labelTitles(labels ?? ""),
      dueDate: dueDate(call.params.due_date) ?? null,
    };
    const outcome = await create(verbContext(call, actor), head, {
      title: title ?? "",
      description: description === undefined ? (followed?.description ?? null) : description,
      confidential: confidential ?? false,
      followUp: followed?.followUp ?? null,
      createdAt: canOnProject(actor, "set_dates", head.access_level) ? (created_at ?? null) : null,
      ...(canOnProject(actor, "admin_issue", head.access_level) ? managed : unmanaged),
    });
    switch (outcome.kind) {
      case "created":
        return presentIssue(outcome.issue, outcome.issue, call.baseUrl);
      case "invalid":
        throw invalidRecord(outcome.errors);
      case "project_gone":
        throw notFound("Project");
    }
  },
});
