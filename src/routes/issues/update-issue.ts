// PUT /projects/:id/issues/:issue_id
import { findAssignee, findIssueSnapshot } from "../../db/queries/issues.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { Statement } from "../../db/statement.ts";
import { dateTime, oneOf, text } from "../../http/coerce.ts";
import { type Call, endpoint } from "../../http/endpoint.ts";
import { editedByOthers, forbidden, invalidRecord, notFound, recordNotFound } from "../../http/errors.ts";
import { optional, type ParamValues } from "../../http/params.ts";
import { canOnProject, canUpdateIssue } from "../../permissions/abilities.ts";
import { admitUser, withHead } from "../../permissions/require.ts";
import { presentIssue } from "../../presenters/issue.ts";
import type { UpdateParams } from "../../services/issuables/decide-update.ts";
import { lookUpTexts } from "../../services/issuables/look-up-texts.ts";
import { retryWhileStale } from "../../services/issuables/retry-stale.ts";
import { type Lookup, snapshotOf } from "../../services/issuables/snapshot.ts";
import { updateIssue as update } from "../../services/issues/update.ts";
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
    const { issue_id, updated_at, labels } = call.params;
    const outcome = await retryWhileStale("Issue", issue_id ?? 0, async () => {
      const { actor, issue, snapshot } = await findEdited(call);
      if (!canUpdateIssue(actor, issue, issue.access_level)) throw forbidden();
      const manages = canOnProject(actor, "admin_issue", issue.access_level);
      const setsDates = canOnProject(actor, "set_dates", issue.access_level);
      return update(
        verbContext(call, actor),
        { issue, snapshot },
        {
          ...commonParams(call.params),
          ...(manages && managedParams(call.params)),
          ...(manages && labels != null && { labels: labelTitles(labels) }),
          ...(setsDates && updated_at != null && { updated_at }),
        },
      );
    });
    switch (outcome.kind) {
      case "updated":
        return presentIssue(outcome.issue, outcome.issue, call.baseUrl);
      case "invalid":
        throw invalidRecord(outcome.errors);
      case "stale":
        throw editedByOthers();
    }
  },
});

/** The issue, and whom and what the edit names, in one round trip. */
async function findEdited(call: Call<typeof params>) {
  const { id, issue_id, title, description, assignee_id, milestone_id, labels } = call.params;
  const confidential = flagOf(call.params);
  const issueId = issue_id ?? 0;
  const wanted = idOrNone(assignee_id);
  const milestoneId = idOrNone(milestone_id);
  const named = {
    named_milestone_id: milestoneId,
    named_label_titles: JSON.stringify(labels == null ? [] : labelTitles(labels)),
  };
  const texts = { ...(title != null && { title }), ...(description != null && { description }) };
  const edited = { type: "Issue", id: issueId, confidential } as const;
  const lookups: Statement<Lookup>[] = [
    ...(wanted === null ? [] : [findAssignee(wanted, issueId, confidential, today(call.now))]),
    ...lookUpTexts(call.viewer, edited, texts, call.baseUrl),
  ];
  const find = findIssueSnapshot(call.viewer, projectKey(id), issueId, named);
  const { head: viewerRow, rows } = await withHead(call, find, ...lookups);
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.id === null) throw recordNotFound();
  return { actor, issue: viewerRow, snapshot: snapshotOf("Issue", viewerRow, milestoneId, rows.flat()) };
}

const today = (now: string) => now.slice(0, 10);

const flagOf = ({ confidential }: Given): Flag | null => (confidential == null ? null : confidential ? 1 : 0);

const states = { close: "closed", reopen: "opened" } as const;

/** What every editor may change. */
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

/** What is for those who manage issues. */
function managedParams({ assignee_id, milestone_id, due_date }: Given): UpdateParams {
  const due = dueDate(due_date);
  return {
    ...(assignee_id !== undefined && { assignee_id: idOrNone(assignee_id) }),
    ...(milestone_id !== undefined && { milestone_id: idOrNone(milestone_id) }),
    ...(due !== undefined && { due_date: due }),
  };
}
