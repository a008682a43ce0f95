// Creates an issue, in every version of the API.

import { findTracker } from "../../db/queries/issues/issues.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { badParameters, conflict, forbidden, notFound } from "../../http/errors.ts";
import type { Param } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { viewerWithId } from "../../permissions/visible.ts";
import { lookUpTexts, textEntities } from "../../services/issuables/look-up.ts";
import { createIssue as create, type NewIssueParams } from "../../services/issues/create.ts";
import { labelTitles } from "../../services/labels/title.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import type { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { findFollowed, followedBy } from "./followed-discussions.ts";
import { type AttributeParams, dueDate, idOrNone, type PlacedIssue } from "./issue-params.ts";

type CreateParams = AttributeParams &
  typeof idParam & {
    readonly title: Param<string | null>;
    readonly created_at: Param<string | null | undefined>;
    readonly merge_request_for_resolving_discussions: Param<number | null | undefined>;
  };

/** Of v4: the number of the issue, and the first note of the only discussion that it follows up. */
type ParamsOfOneVersion = {
  readonly iid?: Param<number | undefined>;
  readonly discussion_to_resolve?: Param<number | null | undefined>;
};

/** Values of the attributes that only managers of issues may set, for everybody else. */
const unmanaged = {
  assignee_id: null,
  milestone_id: null,
  labels: [],
  due_date: null,
} satisfies Partial<NewIssueParams>;

/** @param getIssue shows the created issue again */
export const creatingIssue = <Body>(
  params: CreateParams & ParamsOfOneVersion,
  present: PresentRow<PlacedIssue, Body>,
  getIssue: Endpoint,
) =>
  endpoint({
    access: { project: "create_issue" },
    reproduction: { by: getIssue, idParam: "issue_id" },
    params,
    recalls: { except: [] },
    response: one(present, 409),
    async handle(call) {
      const { title, created_at, milestone_id, labels, confidential, discussion_to_resolve } = call.params;
      if (discussion_to_resolve != null && call.params.merge_request_for_resolving_discussions == null)
        throw badParameters(["merge_request_to_resolve_discussions_of is missing"]);
      const { actor, tracker, assigneeId, followed, entities } = await findTrackerAndReferences(call);
      const { description = followed?.description ?? null } = call.params;
      const managed = {
        assignee_id: assigneeId,
        milestone_id: idOrNone(milestone_id),
        labels: labelTitles(labels ?? ""),
        due_date: dueDate(call.params.due_date) ?? null,
      };
      const outcome = await create(verbContext(call, actor), tracker, {
        title: title ?? "",
        description,
        confidential: confidential ?? false,
        followUp: followed?.followUp ?? null,
        ...(canOnProject(actor, "set_dates", tracker.access_level)
          ? { created_at: created_at ?? null, iid: call.params.iid ?? null }
          : { created_at: null, iid: null }),
        entities,
        ...(canOnProject(actor, "admin_issue", tracker.access_level) ? managed : unmanaged),
      });
      return respond(outcome, {
        ...refusals,
        iid_taken: () => conflict("Duplicated issue"),
        created: ({ issue }) => present(issue, call),
      });
    },
  });

/** The project and the records the params refer to; a second round trip if discussions generate the description. */
async function findTrackerAndReferences(call: Call<CreateParams & ParamsOfOneVersion>) {
  const { id, title, description, assignee_id, confidential } = call.params;
  const key = projectKey(id);
  const intended = {
    type: "Issue",
    project: key,
    author_id: null,
    confidential: confidential === true ? 1 : 0,
  } as const;
  const lookUpIn = (given: string | null | undefined) =>
    lookUpTexts(call.viewer, intended, [title, given], call.baseUrl);
  // Assignees must be able to read the project: the statement looks them up as its viewer.
  const readers = assignee_id == null ? [] : [findTracker(viewerWithId(call.viewer, assignee_id), key)];
  const discussions = findFollowed(call, key, call.params.merge_request_for_resolving_discussions);
  const { viewerRow, rows } = await withViewerRow(
    call,
    findTracker(call.viewer, key),
    ...[...readers, ...discussions, ...lookUpIn(description)],
  );
  const actor = admitUser(call, viewerRow);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.issues_enabled === 0) throw forbidden();
  const found = rows.flat();
  const canRead = found.some((row) => "viewer_internal" in row && row.viewer_id !== null && row.project_id !== null);
  const named = found.filter((row) => "lookup" in row);
  const lookups = named.filter((row) => row.lookup !== "open_discussion");
  const followed = followedBy(
    actor,
    viewerRow,
    named.filter((row) => row.lookup === "open_discussion"),
    call.params.discussion_to_resolve,
  );
  const isGenerated = description === undefined && followed !== null;
  return {
    actor,
    tracker: viewerRow,
    assigneeId: canRead ? idOrNone(assignee_id) : null,
    followed,
    entities: textEntities(isGenerated ? await call.db.batch(...lookUpIn(followed.description)) : [lookups]),
  };
}
