// What presenters of tags need to know.
import type { ReleaseRow } from "../../db/queries/repositories/releases.ts";
import type { TagRecord } from "../../git/repository/tag-record.ts";

export interface ReleasedTag {
  readonly tag: TagRecord;
  /** null if there are no release notes. */
  readonly release: ReleaseRow | null;
}
