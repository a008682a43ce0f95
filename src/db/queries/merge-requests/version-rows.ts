// Reading versions of merge requests.
import { sql } from "drizzle-orm";
import { mergeRequestVersions } from "../../schema/merge-requests.ts";
import { columnsOf, type RowOf, type Statement, select } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";

const versionColumns = columnsOf(mergeRequestVersions, "v");

export type VersionRow = RowOf<typeof versionColumns>;

const ofMergeRequest = sql`from merge_request_versions v where v.merge_request_id = ${namedIssuableId("MergeRequest")}`;

const listTemplate = select(versionColumns, sql`${ofMergeRequest} order by v.id desc`);

/** All versions, newest first. The caller checks that the viewer may read the merge request. */
export const listVersions = (mergeRequest: IssuableName): Statement<VersionRow> =>
  listTemplate.with(issuableValues(mergeRequest));

const newestTemplate = select(versionColumns, sql`${ofMergeRequest} order by v.id desc limit 1`);

/** As {@link listVersions}, only the newest. */
export const findNewestVersion = (mergeRequest: IssuableName): Statement<VersionRow> =>
  newestTemplate.with(issuableValues(mergeRequest));

const identifiedTemplate = select(
  { id: sql<number>`v.id` },
  sql`${ofMergeRequest} and v.base_commit_sha = ${sql.placeholder("base_sha")}
    and v.start_commit_sha = ${sql.placeholder("start_sha")} and v.head_commit_sha = ${sql.placeholder("head_sha")} limit 1`,
);

/** The commits that identify a version. */
export interface VersionCommits {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
}

/** One row if the merge request has a version of these commits. */
export const findVersionOf = (
  mergeRequest: IssuableName,
  { base_sha, start_sha, head_sha }: VersionCommits,
): Statement<{ id: number }> =>
  identifiedTemplate.with({ ...issuableValues(mergeRequest), base_sha, start_sha, head_sha });

const singleTemplate = select(versionColumns, sql`${ofMergeRequest} and v.id = ${sql.placeholder("id")}`);

/** One row or none. */
export const findVersion = (mergeRequest: IssuableName, id: number): Statement<VersionRow> =>
  singleTemplate.with({ ...issuableValues(mergeRequest), id });
