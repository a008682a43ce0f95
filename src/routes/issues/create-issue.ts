// POST /projects/:id/issues
import { findTracker } from "../../db/queries/issues.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { boolean, dateTime, integer, parseDate, text } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { forbidden, invalidRecord, notFound } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { admitUser, withHead } from "../../permissions/require.ts";
import { viewerWithId } from "../../permissions/visible.ts";
import { presentIssue } from "../../presenters/issue.ts";
import { createIssue as create } from "../../services/issues/create.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";

export const createIssue = endpoint({
  access: { project: "create_issue" },
  params: {
    title: required(text),
    created_at: optional(dateTime),
    description: optional(text),
    assignee_id: optional(integer),
    milestone_id: optional(integer),
    labels: optional(text),
    due_date: optional(text),
    confidential: optional(boolean),
    ...idParam,
  },
  async handle(call) {
    const { id, title, created_at, description, assignee_id, due_date, confidential } = call.params;
    const key = projectKey(id);
    // The assignee must be able to read the project: they are looked up as its viewer.
    const assignee = findTracker(viewerWithId(call.viewer, assignee_id ?? 0), key);
    const { head, rows } = await withHead(call, findTracker(call.viewer, key), assignee);
    const actor = admitUser(call, head);
    if (head.project_id === null) throw notFound("Project");
    if (head.issues_enabled === 0) throw forbidden();
    const manages = canOnProject(actor, "admin_issue", head.access_level);
    const reader = rows[0][0];
    const readsAsAssignee = reader?.viewer_id != null && reader.project_id !== null;
    const outcome = await create(verbContext(call, actor), head, {
      title: title ?? "",
      description: description ?? null,
      confidential: confidential ?? false,
      assigneeId: manages && readsAsAssignee ? (assignee_id ?? null) : null,
      dueDate: manages ? (parseDate(due_date ?? "") ?? null) : null,
      createdAt: canOnProject(actor, "set_issue_dates", head.access_level) ? (created_at ?? null) : null,
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
