// GET /issues_statistics, /groups/:id/issues_statistics, /projects/:id/issues_statistics

import { groupKey } from "../../../db/queries/groups/row.ts";
import type { ListRow } from "../../../db/queries/issuable-lists/lists.ts";
import type { Scope } from "../../../db/queries/issuable-lists/shape.ts";
import { listIssues } from "../../../db/queries/issues/lists.ts";
import type { IssueRow } from "../../../db/queries/issues/row.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withRows } from "../../require.ts";
import { one } from "../../response.ts";
import { presentStatistics } from "../presenters/issue-statistics.ts";
import { admitToGroup, admitToProject } from "./issue-lists.ts";
import { filtersOf, type GivenFilters } from "./list-filters.ts";
import { issueFilterParams, issueScope, milestoneIdParam, unarchivedParam } from "./list-params.ts";
import { sizeOf } from "./serve-list.ts";

const params = { ...issueFilterParams, ...milestoneIdParam };

/** Counts the issues that pass the filters, by state. */
async function serveStatistics(
  call: Call & { readonly params: GivenFilters & { readonly non_archived?: boolean } },
  scope: Scope,
  admit: (row: ListRow<IssueRow>) => void,
) {
  const { non_archived: isUnarchived = false } = call.params;
  const query = {
    ...{ scope, isUnarchived, isCounted: true, filters: filtersOf(call.params) },
    ...({ orderBy: "created_at", sort: "desc", limit: 0, offset: 0 } as const),
  };
  const inState = (state: "opened" | "closed") => listIssues(call.viewer, { ...query, state });
  const { viewerRow, also } = await withRows(call, inState("opened"), inState("closed"));
  admit(viewerRow);
  return presentStatistics(sizeOf(viewerRow, query), also[0][0]?.total ?? 0);
}

export const getOwnIssueStatistics = endpoint({
  access: "user",
  params: { ...params, ...issueScope("created_by_me"), ...unarchivedParam },
  response: one(presentStatistics),
  handle: (call) => serveStatistics(call, { kind: "everywhere" }, () => {}),
});

export const getGroupIssueStatistics = endpoint({
  access: { group: "read_group" },
  params: { ...idParam, ...params, ...issueScope("all"), ...unarchivedParam },
  response: one(presentStatistics),
  handle: (call) => serveStatistics(call, { kind: "group", group: groupKey(call.params.id) }, admitToGroup),
});

export const getProjectIssueStatistics = endpoint({
  access: { project: "read_issue" },
  params: { ...idParam, ...params, ...issueScope("all") },
  response: one(presentStatistics),
  handle: (call) => serveStatistics(call, { kind: "project", project: projectKey(call.params.id) }, admitToProject),
});
