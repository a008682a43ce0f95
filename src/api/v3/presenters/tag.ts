// Tags with their release notes.
import type { ReleaseRow } from "../../../db/queries/repositories/releases.ts";
import type { TagRecord } from "../../../git/repository/tag-record.ts";
import { presentCommit } from "./commit.ts";

interface ReleasedTag {
  readonly tag: TagRecord;
  /** null if there are no release notes. */
  readonly release: ReleaseRow | null;
}

export const presentTag = ({ tag: { name, message, commit }, release }: ReleasedTag) => ({
  name,
  message,
  commit: commit === null ? null : presentCommit(commit),
  release: release === null ? null : presentRelease(release),
});

export const presentRelease = ({ tag, description }: ReleaseRow) => ({ tag_name: tag, description });

export const presentDeletedTag = (name: string) => ({ tag_name: name });
