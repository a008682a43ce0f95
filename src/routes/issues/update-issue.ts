// PUT /projects/:id/issues/:issue_id
import { findAssignee, findIssue } from "../../db/queries/issues.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import type { IssueChanges } from "../../db/queries/target-changes.ts";
import type { Flag } from "../../db/schema/columns.ts";
import { dateTime, oneOf, text } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { forbidden, invalidRecord, notFound, recordNotFound } from "../../http/errors.ts";
import { optional, type ParamValues } from "../../http/params.ts";
import { canOnProject, canUpdateIssue } from "../../permissions/abilities.ts";
import { admitUser, withHead } from "../../permissions/require.ts";
import { presentIssue } from "../../presenters/issue.ts";
import { type IssueWish, updateIssue as update } from "../../services/issues/update.ts";
import { labelTitles } from "../../services/labels/title.ts";
import { verbContext } from "../context.ts";
import { dueDate, idOrNone, issueAttributeParams, issueFlagParams, issueParams } from "./issue-params.ts";

const params = {
  ...issueParams,
  title: optional(text),
  updated_at: optional(dateTime),
  state_event: optional<"close" | "reopen">(oneOf("close", "reopen")),
  ...issueAttributeParams,
  // Counts as an attribute and changes nothing.
  created_at: optional(dateTime),
  ...issueFlagParams,
};

type Given = ParamValues<typeof params>;

export const updateIssue = endpoint({
  access: { project: "read_issue" },
  params,
  rules: {
    atLeastOneOf: [
      "title",
      "description",
      "assignee_id",
      "milestone_id",
      "labels",
      "created_at",
      "due_date",
      "confidential",
      "state_event",
    ],
  },
  async handle(call) {
    const { id, issue_id, updated_at } = call.params;
    const wanted = idOrNone(call.params.assignee_id);
    const assignee = findAssignee(wanted ?? 0, issue_id ?? 0, flagOf(call.params), today(call.now));
    const issue = findIssue(call.viewer, projectKey(id), issue_id ?? 0);
    const { head, rows } = await withHead(call, issue, ...(wanted === null ? [] : [assignee]));
    const actor = admitUser(call, head);
    if (head.project_id === null) throw notFound("Project");
    if (head.id === null) throw recordNotFound();
    if (!canUpdateIssue(actor, head, head.access_level)) throw forbidden();
    const manages = canOnProject(actor, "admin_issue", head.access_level);
    const outcome = await update(verbContext(call, actor), head, {
      changes: { ...changesOf(call.params), ...(manages && managedChangesOf(call.params, rows.flat().length > 0)) },
      labels: manages ? labelsOf(call.params) : null,
      updatedAt: canOnProject(actor, "set_dates", head.access_level) ? (updated_at ?? null) : null,
    });
    switch (outcome.kind) {
      case "updated":
        return presentIssue(outcome.issue, outcome.issue, call.baseUrl);
      case "invalid":
        throw invalidRecord(outcome.errors);
      case "gone":
        throw recordNotFound();
    }
  },
});

const today = (now: string) => now.slice(0, 10);

const flagOf = ({ confidential }: Given): Flag | null => (confidential == null ? null : confidential ? 1 : 0);

const states = { close: "closed", reopen: "opened" } as const;

/** What every editor may change. */
function changesOf(given: Given): IssueChanges {
  const { title, description, state_event } = given;
  const confidential = flagOf(given);
  return {
    ...(title !== undefined && { title: title ?? "" }),
    ...(description !== undefined && { description }),
    ...(confidential !== null && { confidential }),
    ...(state_event !== undefined && { state: states[state_event] }),
  };
}

/**
 * What is for those who manage issues.
 * @param assignable whether the assignee asked for may read the issue: nobody else takes the place of the present one
 */
function managedChangesOf({ assignee_id, milestone_id, due_date }: Given, assignable: boolean): IssueChanges {
  const assignee = idOrNone(assignee_id);
  const due = dueDate(due_date);
  return {
    ...(assignee_id !== undefined && (assignee === null || assignable) && { assignee_id: assignee }),
    ...(milestone_id !== undefined && { milestone_id: idOrNone(milestone_id) }),
    ...(due !== undefined && { due_date: due }),
  };
}

const labelsOf = ({ labels }: Given): IssueWish["labels"] => (labels == null ? null : labelTitles(labels));
