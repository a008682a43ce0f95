// Versions of merge requests.
import type { VersionRow } from "../../../db/queries/merge-requests/version-rows.ts";
import type { Change } from "../../../git/diff/changes.ts";
import type { CommitRecord } from "../../../git/repository/commit-record.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { versionFields } from "../../presenters/merge-request-version.ts";
import { type Place, presentCommit } from "./commit.ts";
import { presentDiff, presentWholeDiff } from "./repository.ts";

/** `patch_id_sha` is not computed; clients require a text. */
export const presentMergeRequestVersion = (row: VersionRow) => ({ ...versionFields(row), patch_id_sha: "" });

interface WholeVersion {
  readonly version: VersionRow;
  /** Newest first. */
  readonly commits: readonly CommitRecord[];
  readonly changes: readonly Change[];
  readonly place: Place;
  /** True for patches with their `---` and `+++` lines. */
  readonly isWhole: boolean;
}

export const presentWholeMergeRequestVersion = (
  { version, commits, changes, place, isWhole }: WholeVersion,
  context: PresenterContext,
) => ({
  ...presentMergeRequestVersion(version),
  commits: commits.map((commit) => presentCommit(commit, context, place)),
  diffs: changes.map(isWhole ? presentWholeDiff : presentDiff),
});
