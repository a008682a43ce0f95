// Lists of the merge requests that mention an issue or closed it.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { nullable, type RowOf, type Statement, selectWith } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import { type MergeRequestDetailRow, mergeRequestDetailColumns } from "../merge-requests/detail-columns.ts";
import { mergeRequestColumns, mergeRequestJoins } from "../merge-requests/row.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { namingNotes, relatedMergeRequests } from "./mentioning.ts";

const place = { project_path: sql<string>`p.path`, namespace_path: sql<string>`n.path` };

/** A merge request of the page or, on an empty page, `id: null`; with the number of all. */
export type RelatedMergeRequestRow = { readonly total: number } & (
  | { readonly id: null }
  | (MergeRequestDetailRow & RowOf<typeof place>)
);

/** @param ids selects related_id */
const pageOf = (ids: SQL) =>
  castTemplate<RelatedMergeRequestRow>(
    selectWith(
      [viewerCte, sql`related as materialized (${ids})`],
      {
        ...nullable({ ...mergeRequestColumns, ...mergeRequestDetailColumns, ...place }),
        total: sql<number>`(select count(*) from related)`,
      },
      sql`from viewer left join (select related_id from related order by related_id limit ${sql.placeholder("limit")}
          offset ${sql.placeholder("offset")}) page left join merge_requests r on r.id = related_id
        left join projects p on p.id = r.project_id left join namespaces n on n.id = p.namespace_id
        ${mergeRequestJoins("left join")} order by r.id`,
    ),
  );

const relatedTemplate = pageOf(
  sql`select xr.id as related_id from viewer cross join ${relatedMergeRequests(namedIssuableId("Issue"))}`,
);

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Oldest first. At least one row. */
export const listRelated = (viewer: ViewerKey, issue: IssuableName, page: Page): Statement<RelatedMergeRequestRow> =>
  relatedTemplate.with({ ...viewer, ...issuableValues(issue), ...page });

const chosenTemplate = pageOf(sql`select value as related_id from json_each(${sql.placeholder("ids")})`);

/** As {@link listRelated}, of these ids, which are not checked for visibility. */
export const listChosen = (viewer: ViewerKey, ids: readonly number[]): Statement<RelatedMergeRequestRow> =>
  chosenTemplate.with({ ...viewer, ids: JSON.stringify(ids), limit: ids.length, offset: 0 });

/** Texts are read up to this sum, newest first: a third of a second of searching for closing words. */
const MAX_CHARACTERS = 2_000_000;

const closerColumns = {
  id: sql<number>`id`,
  title: sql<string>`title`,
  /** Null for one that closed the issue, which needs no closing words. */
  description: sql<string | null>`case when not has_closed then description end`,
  /** True if merging it closed the issue. */
  has_closed: sql<Flag>`has_closed`,
};

export type PossibleCloser = RowOf<typeof closerColumns>;

const issueId = namedIssuableId("Issue");
const projectOfIssue = sql`(select ci.project_id from issues ci where ci.id = ${issueId})`;

const closersTemplate = selectWith(
  [viewerCte],
  closerColumns,
  sql`from (select named.*, sum(case when has_closed then 0 else length(coalesce(description, '')) end)
      over (order by id desc) as length_so_far
    from (select xr.id, xr.title, xr.description,
      exists (select 1 from ${namingNotes("xc", issueId)} and xc.reference_id = xr.id and xc.cross_reference = 0) as has_closed
    from viewer cross join ${relatedMergeRequests(issueId)} and xr.target_branch = xp.default_branch
      and xp.id = ${projectOfIssue}
      and not exists (select 1 from issue_trackers k where k.project_id = xp.id)) named)
    where has_closed or length_so_far <= ${sql.raw(String(MAX_CHARACTERS))} order by id`,
);

/** The merge requests of the issue's project that mention it and whose texts, if they have closing words, close it. */
export const findPossibleClosers = (viewer: ViewerKey, issue: IssuableName): Statement<PossibleCloser> =>
  closersTemplate.with({ ...viewer, ...issuableValues(issue) });

const nearbyTemplate = pageOf(
  sql`select xr.id as related_id from viewer cross join ${relatedMergeRequests(issueId)} and xp.id = ${projectOfIssue}`,
);

/** As {@link listRelated}, of the issue's project only: the oldest of those that may close it. */
export const listNearby = (viewer: ViewerKey, issue: IssuableName, limit: number): Statement<RelatedMergeRequestRow> =>
  nearbyTemplate.with({ ...viewer, ...issuableValues(issue), limit, offset: 0 });
