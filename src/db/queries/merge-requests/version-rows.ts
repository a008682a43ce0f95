// Reading versions of merge requests.
import { sql } from "drizzle-orm";
import { mergeRequestVersions } from "../../schema/merge-requests.ts";
import { columnsOf, type RowOf, type Statement, select } from "../../statement.ts";

const versionColumns = columnsOf(mergeRequestVersions, "v");

export type VersionRow = RowOf<typeof versionColumns>;

const ofMergeRequest = sql`from merge_request_versions v where v.merge_request_id = ${sql.placeholder("merge_request_id")}`;

const listTemplate = select(versionColumns, sql`${ofMergeRequest} order by v.id desc`);

/** All versions, newest first. The caller checks that the viewer may read the merge request. */
export const listVersions = (mergeRequestId: number): Statement<VersionRow> =>
  listTemplate.with({ merge_request_id: mergeRequestId });

const newestTemplate = select(versionColumns, sql`${ofMergeRequest} order by v.id desc limit 1`);

/** As {@link listVersions}, only the newest. */
export const findNewestVersion = (mergeRequestId: number): Statement<VersionRow> =>
  newestTemplate.with({ merge_request_id: mergeRequestId });

const singleTemplate = select(versionColumns, sql`${ofMergeRequest} and v.id = ${sql.placeholder("id")}`);

/** One row or none. */
export const findVersion = (mergeRequestId: number, id: number): Statement<VersionRow> =>
  singleTemplate.with({ merge_request_id: mergeRequestId, id });
