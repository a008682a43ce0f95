// Versions of merge requests.
import type { VersionRow } from "../../../db/queries/merge-requests/version-rows.ts";
import type { Change } from "../../../git/diff/changes.ts";
import type { CommitRecord } from "../../../git/repository/commit-record.ts";
import { versionFields } from "../../presenters/merge-request-version.ts";
import { presentChange } from "./change.ts";
import { presentCommit } from "./commit.ts";

export const presentVersion = (row: VersionRow) => versionFields(row);

interface WholeVersion {
  readonly version: VersionRow;
  /** Newest first. */
  readonly commits: readonly CommitRecord[];
  readonly changes: readonly Change[];
}

export const presentWholeVersion = ({ version, commits, changes }: WholeVersion) => ({
  ...presentVersion(version),
  commits: commits.map(presentCommit),
  diffs: changes.map(presentChange),
});
