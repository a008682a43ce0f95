// Branches, tags, trees, files and changes of a repository.
import type { ReleaseRow } from "../../../db/queries/repositories/releases.ts";
import type { Change } from "../../../git/diff/changes.ts";
import type { Comparison } from "../../../git/operations/compare.ts";
import type { Contributor } from "../../../git/operations/list-contributors.ts";
import type { FileWithHistory } from "../../../git/operations/read-file.ts";
import type { BranchRecord } from "../../../git/repository/branch-record.ts";
import type { TagRecord } from "../../../git/repository/tag-record.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { changeFields } from "../../presenters/change.ts";
import { type Place, pagesOf, presentCommit } from "./commit.ts";

interface BranchPlace extends Place {
  readonly default_branch: string | null;
  /** The viewer's level on the project. */
  readonly access_level: number;
  readonly viewer_admin: 0 | 1;
}

const DEVELOPER = 30;
const MASTER = 40;

export const presentBranch = (
  { name, commit, merged, protection }: BranchRecord,
  context: PresenterContext,
  place: BranchPlace,
) => ({
  name,
  commit: presentCommit(commit, context, place),
  merged,
  protected: protection !== null,
  developers_can_push: protection?.developersCanPush ?? false,
  developers_can_merge: protection?.developersCanMerge ?? false,
  can_push:
    place.viewer_admin === 1 ||
    place.access_level >= (protection === null || protection.developersCanPush ? DEVELOPER : MASTER),
  default: name === place.default_branch,
  web_url: `${pagesOf(place, context)}/tree/${name}`,
});

interface ReleasedTag {
  readonly tag: TagRecord;
  readonly release: ReleaseRow | null;
}

export const presentTag = ({ tag, release }: ReleasedTag, context: PresenterContext, place: Place) => ({
  name: tag.name,
  message: tag.message ?? "",
  target: tag.target,
  commit: tag.commit === null ? null : presentCommit(tag.commit, context, place),
  release: release === null ? null : { tag_name: release.tag, description: release.description },
  protected: false,
  created_at: null,
});

interface PresentedFile extends FileWithHistory {
  readonly path: string;
  /** The requested revision. */
  readonly ref: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

export const presentFile = ({ path, ref, sha256, ...file }: PresentedFile) => ({
  file_name: path.split("/").findLast((name) => name !== "") ?? "",
  file_path: path,
  size: file.size,
  encoding: "base64",
  content: file.base64,
  content_sha256: sha256,
  ref,
  blob_id: file.blob,
  commit_id: file.commit,
  last_commit_id: file.lastCommit,
  execute_filemode: file.isExecutable,
});

export const presentWrittenFile = (path: string, branch: string | null) => ({ file_path: path, branch });

/** A patch begins with its first hunk, unless the whole of it is asked for. */
export const presentDiff = (change: Change) => presentChange(change, withoutHeader(change.diff));
export const presentWholeDiff = (change: Change) => presentChange(change, change.diff);

const withoutHeader = (diff: string): string => diff.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, "");

const presentChange = (change: Change, diff: string) => ({
  ...changeFields(change, diff),
  generated_file: false,
  collapsed: false,
  too_large: change.tooLarge,
});

interface PlacedComparison extends Comparison {
  readonly place: Place;
  readonly from: string;
  readonly to: string;
  /** True for patches with their `---` and `+++` lines. */
  readonly isWhole: boolean;
}

export function presentComparison(comparison: PlacedComparison, context: PresenterContext) {
  const { place, from, to, isWhole } = comparison;
  const commits = comparison.commits.map((commit) => presentCommit(commit, context, place));
  return {
    commit: commits.at(-1) ?? null,
    commits,
    diffs: comparison.changes.map(isWhole ? presentWholeDiff : presentDiff),
    compare_timeout: comparison.overflow,
    compare_same_ref: comparison.same,
    web_url: `${pagesOf(place, context)}/compare/${from}...${to}`,
  };
}

/** Lines are not counted. */
export const presentContributor = (contributor: Contributor) => ({ ...contributor, additions: 0, deletions: 0 });

export const presentBlob = (sha: string, size: number, content: string) => ({
  size,
  encoding: "base64" as const,
  content,
  sha,
});
