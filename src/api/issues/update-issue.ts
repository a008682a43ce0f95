// Edits an issue, in every version of the API.

import { findIssueSnapshot } from "../../db/queries/issues/issues.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { Flag } from "../../db/schema/columns.ts";
import { forbidden, notFound, recordNotFound } from "../../http/errors.ts";
import type { Param, ParamValues } from "../../http/params.ts";
import { canOnProject, canUpdateIssue } from "../../permissions/abilities.ts";
import type { UpdateParams } from "../../services/issuables/decide-update.ts";
import { lookUp, namedByParams } from "../../services/issuables/look-up.ts";
import { snapshotOf } from "../../services/issuables/snapshot.ts";
import { updateIssue as update } from "../../services/issues/update.ts";
import { labelTitles } from "../../services/labels/title.ts";
import { retryWhileStale } from "../../services/retry-stale.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import { issuableName, retriedName } from "../issuable-id.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { type AttributeParams, dueDate, type IssueParams, idOrNone, type PlacedIssue } from "./issue-params.ts";

type UpdateIssueParams = AttributeParams & {
  readonly title: Param<string | null | undefined>;
  readonly updated_at: Param<string | null | undefined>;
  readonly state_event: Param<"close" | "reopen" | undefined>;
};

/** `created_at` changes nothing; the others are of v4. */
type ParamsOfOneVersion = {
  readonly created_at?: Param<unknown>;
  readonly add_labels?: Param<string | undefined>;
  readonly remove_labels?: Param<string | undefined>;
  readonly discussion_locked?: Param<boolean | null | undefined>;
};

type GivenParams = UpdateIssueParams & ParamsOfOneVersion;
type Given = ParamValues<GivenParams>;

/** @param names of the parameters in requests, one of which must be given @param getIssue shows the issue again */
export const updatingIssue = <Body>(
  params: IssueParams & GivenParams,
  names: readonly string[],
  present: PresentRow<PlacedIssue, Body>,
  getIssue: Endpoint,
) =>
  endpoint({
    access: { project: "read_issue" },
    reproduction: { by: getIssue },
    params,
    rules: { atLeastOneOf: names },
    response: one(present, 409),
    async handle(call) {
      const { id, issue_id, updated_at } = call.params;
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
            ...(canSetDates && updated_at != null && { updated_at }),
          },
        );
      });
      return respond(outcome, {
        ...refusals,
        updated: ({ issue }) => present(issue, call),
      });
    },
  });

/** The issue and the records the params refer to, in one round trip. */
async function findEdited(call: Call<IssueParams & GivenParams>) {
  const { id, issue_id, title, description, labels, add_labels } = call.params;
  const edited = { type: "Issue", id: issuableName(id, issue_id), confidential: flagOf(call.params) } as const;
  const naming = {
    title,
    description,
    assignee_id: idOrNone(call.params.assignee_id),
    milestone_id: idOrNone(call.params.milestone_id),
    labels: labelTitles(`${labels ?? ""},${add_labels ?? ""}`),
  };
  const { viewerRow, rows } = await withViewerRow(
    call,
    findIssueSnapshot(call.viewer, projectKey(id), edited.id, namedByParams(naming), call.isV4),
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
function managedParams(given: Given): UpdateParams {
  const { assignee_id, milestone_id, due_date, labels, add_labels, remove_labels, discussion_locked } = given;
  const due = dueDate(due_date);
  return {
    ...(assignee_id !== undefined && { assignee_id: idOrNone(assignee_id) }),
    ...(milestone_id !== undefined && { milestone_id: idOrNone(milestone_id) }),
    ...(due !== undefined && { due_date: due }),
    ...(labels != null && { labels: labelTitles(labels) }),
    ...(add_labels !== undefined && { add_labels: labelTitles(add_labels) }),
    ...(remove_labels !== undefined && { remove_labels: labelTitles(remove_labels) }),
    ...(discussion_locked != null && { discussion_locked: discussion_locked ? 1 : 0 }),
  };
}
