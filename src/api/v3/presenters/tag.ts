// Tags as GitLab shows them, with what was written about their release.
import type { ReleaseRow } from "../../../db/queries/repositories/releases.ts";
import type { TagRecord } from "../../../git/repository/tag-record.ts";
import { presentCommit } from "./commit.ts";

/** @param release null where nothing was written about it */
export const presentTag = ({ name, message, commit }: TagRecord, release: ReleaseRow | null) => ({
  name,
  message,
  commit: commit === null ? null : presentCommit(commit),
  release: release === null ? null : presentRelease(release),
});

export const presentRelease = ({ tag, description }: ReleaseRow) => ({ tag_name: tag, description });
