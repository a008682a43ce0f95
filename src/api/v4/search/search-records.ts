// Searches for records of the database, in a project, in a group or everywhere.

import { inOrder, type ListQuery, listIssuables } from "../../../db/queries/issuable-lists/lists.ts";
import { searchFilter } from "../../../db/queries/issuable-lists/search-text.ts";
import type { Scope } from "../../../db/queries/issuable-lists/shape.ts";
import type { IssueRow } from "../../../db/queries/issues/row.ts";
import { listMembers, listProjectUsers } from "../../../db/queries/members/members.ts";
import type { MergeRequestDetailRow } from "../../../db/queries/merge-requests/detail-columns.ts";
import { listMilestones } from "../../../db/queries/milestones/milestones.ts";
import { searchMilestones } from "../../../db/queries/milestones/search.ts";
import { searchNotes } from "../../../db/queries/noteables/search.ts";
import { listProjects } from "../../../db/queries/projects/lists.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { listUsers } from "../../../db/queries/users/lists.ts";
import type { IssuableType } from "../../../db/schema/issuables.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { paginate, type Reply } from "../../endpoint.ts";
import { withGroup, withProject, withRows, withViewerRow } from "../../require.ts";
import { sizeOf } from "../issuable-lists/serve-list.ts";
import { presentDistantIssue } from "../presenters/issue.ts";
import { presentDistantMergeRequest } from "../presenters/merge-request.ts";
import { presentMilestone } from "../presenters/milestone.ts";
import { presentNote } from "../presenters/note.ts";
import { presentSimpleProject } from "../presenters/project.ts";
import { presentUserBasic } from "../presenters/user.ts";
import { idOf, type SearchCall } from "./search-params.ts";

/** Archived projects as well. */
export async function searchProjects(call: SearchCall, { kind, ...group }: Scope): Promise<Reply> {
  const { perPage: limit, offset } = pageOf(call.params);
  const [size, page] = listProjects(call.viewer, {
    ...(kind === "group" ? { scope: kind, ...group } : { scope: "visible" }),
    ...{ archived: null, visibility: null, owned: false, starred: false, statistics: false },
    ...{ orderBy: call.params.order_by, sort: call.params.sort, search: call.params.search, limit, offset },
  });
  const { viewerRow, rows } = await withViewerRow(call, size, page);
  if (kind === "group" && viewerRow.named_id === null) throw notFound("Group");
  return paginate(call, { rows: rows[0], total: viewerRow.total }, (row) => presentSimpleProject(row, call));
}

/** Rows of a list in v4, which is detailed. */
interface Rows {
  readonly Issue: IssueRow;
  readonly MergeRequest: MergeRequestDetailRow;
}

const searchingIssuables =
  <T extends IssuableType>(
    type: T,
    present: (row: Rows[T] & { project_path: string; namespace_path: string }, call: SearchCall) => unknown,
  ) =>
  async (call: SearchCall, scope: Scope): Promise<Reply> => {
    const { search, state, order_by: orderBy, sort } = call.params;
    const { perPage: limit, offset } = pageOf(call.params);
    const filters = searchFilter(search);
    const query: ListQuery = { scope, filters, state, orderBy, sort, isDetailed: true, limit, offset };
    const { viewerRow, rows } = await withRows(call, listIssuables<Rows[T]>(type, call.viewer, query));
    if (scope.kind === "project" && viewerRow.tracker_id == null) throw notFound("Project");
    if (scope.kind === "group" && viewerRow.listed_group_id == null) throw notFound("Group");
    const total = sizeOf(viewerRow, query, "Search for three characters or more, or in a group or a project.");
    return paginate(call, { rows: inOrder(rows, query), total }, (row) => present(row, call));
  };

export const searchIssues = searchingIssuables("Issue", presentDistantIssue);
export const searchMergeRequests = searchingIssuables("MergeRequest", presentDistantMergeRequest);

export async function searchForMilestones(call: SearchCall, scope: Scope): Promise<Reply> {
  const { search } = call.params;
  const { perPage: limit, offset } = pageOf(call.params);
  const window = { search, limit, offset };
  if (scope.kind === "project") {
    const query = { ...window, project: scope.project, state: "all", iids: null } as const;
    const { viewerRow, rows } = await withRows(call, listMilestones(call.viewer, query));
    if (viewerRow.project_id === null) throw notFound("Project");
    return milestonePage(call, rows, viewerRow.total);
  }
  const group = scope.kind === "group" ? scope.group : null;
  const { viewerRow, rows } = await withRows(call, searchMilestones(call.viewer, group, window));
  if (group !== null && viewerRow.group_id === null) throw notFound("Group");
  return milestonePage(call, rows, viewerRow.total);
}

type ListedMilestone = Parameters<typeof presentMilestone>[0]["milestone"] & { readonly place: string };

const milestonePage = (call: SearchCall, rows: readonly (ListedMilestone | { readonly id: null })[], total: number) =>
  paginate(call, { rows: rows.filter((row) => row.id !== null), total }, (milestone) =>
    presentMilestone({ milestone, place: milestone.place }, call),
  );

/** Comments of users on the project's issues, merge requests and commits. */
export async function searchForNotes(call: SearchCall): Promise<Reply> {
  const { search, order_by: orderBy, sort } = call.params;
  const { perPage: limit, offset } = pageOf(call.params);
  const statement = searchNotes(call.viewer, projectKey(idOf(call).params.id), {
    search,
    orderBy,
    sort,
    limit,
    offset,
  });
  const { viewerRow, rows } = await withRows(call, statement);
  if (viewerRow.place_id === null) throw notFound("Project");
  const notes = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return paginate(call, { rows: notes, total: viewerRow.total }, presentNote);
}

/** By name and username, for administrators by e-mail address as well: all users, or those of the group or project. */
export async function searchUsers(call: SearchCall, { kind }: Scope): Promise<Reply> {
  const { search } = call.params;
  const { perPage: limit, offset } = pageOf(call.params);
  if (kind === "everywhere") {
    const filters = {
      emails: "whole",
      username: null,
      state: null,
      external: null,
      orderBy: "id",
      sort: "desc",
    } as const;
    const { viewerRow, rows } = await withViewerRow(
      call,
      ...listUsers(call.viewer, { ...filters, search, limit, offset }),
    );
    return paginate(call, { rows: rows[0], total: viewerRow.total }, (user) => presentUserBasic(user, call));
  }
  const named = idOf(call);
  const { id } = named.params;
  const { rows } =
    kind === "group"
      ? await withGroup(
          named,
          ...listMembers({ kind, ...id }, { query: search, search_emails: 0, ids: null, limit, offset }),
        )
      : await withProject(named, ...listProjectUsers(projectKey(id), call.viewer.today, search, limit, offset));
  return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, (user) => presentUserBasic(user, call));
}
