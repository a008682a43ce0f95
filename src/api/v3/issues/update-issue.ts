// PUT /projects/:id/issues/:issue_id

import { findIssueSnapshot } from "../../../db/queries/issues/issues.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import type { Flag } from "../../../db/schema/columns.ts";
import { dateTime, oneOf, text } from "../../../http/coerce.ts";
import { forbidden, notFound, recordNotFound } from "../../../http/errors.ts";
import { optional, type ParamValues } from "../../../http/params.ts";
import { canOnProject, canUpdateIssue } from "../../../permissions/abilities.ts";
import type { UpdateParams } from "../../../services/issuables/decide-update.ts";
import { lookUp, namedByParams } from "../../../services/issuables/look-up.ts";
import { snapshotOf } from "../../../services/issuables/snapshot.ts";
import { updateIssue as update } from "../../../services/issues/update.ts";
import { labelTitles } from "../../../services/labels/title.ts";
import { retryWhileStale } from "../../../services/retry-stale.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { issuableName, retriedName } from "../../issuable-id.ts";
import { refusals } from "../../refusals.ts";
import { admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentIssue } from "../presenters/issue.ts";
import { getIssue } from "./get-issue.ts";
import { dueDate, idOrNone, issueAttributeParams, issueFlagParams, issueParams } from "./issue-params.ts";

const params = {
  ...issueParams,
  title: optional(text),
  updated_at: optional(dateTime),
  state_event: optional<"close" | "reopen">(oneOf("close", "reopen")),
  ...issueAttributeParams,
  // Satisfies the rule below and changes nothing, as in GitLab.
  created_at: optional(dateTime),
  ...issueFlagParams,
};

type Given = ParamValues<typeof params>;

export const updateIssue = endpoint({
  access: { project: "read_issue" },
  reproduction: { by: getIssue },
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
  response: one(presentIssue, 409),
  async handle(call) {
    const { id, issue_id, updated_at, labels } = call.params;
    const outcome = await retryWhileStale("Issue", retriedName(id, issue_id), async () => {
      const { actor, issue, snapshot } = await findEdited(call);
      if (!canUpdateIssue(actor, issue, issue.access_level)) throw forbidden();
      const canManage = canOnProject(actor, "admin_issue", issue.access_level);
      const canSetDates = canOnProject(actor, "set_dates", issue.access_level);
      return update(
        verbContext(call, actor),
        { issue, snapshot },
        {
          ...commonParams(call.params),
          ...(canManage && managedParams(call.params)),
          ...(canManage && labels != null && { labels: labelTitles(labels) }),
          ...(canSetDates && updated_at != null && { updated_at }),
        },
      );
    });
    return respond(outcome, {
      ...refusals,
      updated: ({ issue }) => presentIssue(issue, call),
    });
  },
});

/** The issue and the records the params refer to, in one round trip. */
async function findEdited(call: Call<typeof params>) {
  const { id, issue_id, title, description, labels } = call.params;
  const edited = { type: "Issue", id: issuableName(id, issue_id), confidential: flagOf(call.params) } as const;
  const naming = {
    title,
    description,
    assignee_id: idOrNone(call.params.assignee_id),
    milestone_id: idOrNone(call.params.milestone_id),
    labels: labelTitles(labels ?? ""),
  };
  const { viewerRow, rows } = await withViewerRow(
    call,
    findIssueSnapshot(call.viewer, projectKey(id), edited.id, namedByParams(naming)),
    ...lookUp(call.viewer, edited, naming, call.baseUrl),
  );
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.id === null) throw recordNotFound();
  return { actor, issue: viewerRow, snapshot: snapshotOf("Issue", viewerRow, naming.milestone_id, rows.flat()) };
}

const flagOf = ({ confidential }: Given): Flag | null => (confidential == null ? null : confidential ? 1 : 0);

const states = { close: "closed", reopen: "opened" } as const;

/** Attributes that every editor may change. */
function commonParams(given: Given): UpdateParams {
  const { title, description, state_event } = given;
  const confidential = flagOf(given);
  return {
    ...(title !== undefined && { title: title ?? "" }),
    ...(description !== undefined && { description }),
    ...(confidential !== null && { confidential }),
    ...(state_event !== undefined && { state: states[state_event] }),
  };
}

/** Attributes that only managers of issues may change. */
function managedParams({ assignee_id, milestone_id, due_date }: Given): UpdateParams {
  const due = dueDate(due_date);
  return {
    ...(assignee_id !== undefined && { assignee_id: idOrNone(assignee_id) }),
    ...(milestone_id !== undefined && { milestone_id: idOrNone(milestone_id) }),
    ...(due !== undefined && { due_date: due }),
  };
}
