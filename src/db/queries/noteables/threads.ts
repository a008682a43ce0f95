// The discussions that the notes of a page belong to.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { type IssuableName, issuableValues } from "../issuables/issuable-key.ts";
import { notePage, referringCte } from "./notes.ts";

const threadColumns = {
  note_id: sql<number>`nt.id`,
  discussion_id: sql<number>`d.id`,
  /** 1 for the note that began the discussion. */
  is_first: sql<0 | 1>`nt.id = (select min(fn.id) from notes fn indexed by notes_of_discussion
    where fn.discussion_id = d.id)`,
  /** JSON, see positions.ts. */
  position: sql<string | null>`d.position`,
  /** ISO 8601; null while unresolved. */
  resolved_at: sql<string | null>`d.resolved_at`,
  /** Null also if that user is deleted. */
  resolver_username: sql<string | null>`rb.username`,
  resolver_name: sql<string | null>`rb.name`,
};

export type ThreadRow = RowOf<typeof threadColumns>;

const template = selectWith(
  [viewerCte, referringCte],
  threadColumns,
  sql`from viewer cross join (${notePage}) page cross join notes nt on nt.id = page_id
    cross join discussions d on d.id = nt.discussion_id left join users rb on rb.id = d.resolved_by_id order by nt.id`,
);

/**
 * For the page of `listNotes` with the same limit and offset, a row for each note of a discussion. The caller checks that
 * the viewer may read the merge request.
 */
export const listThreads = (
  viewer: ViewerKey,
  mergeRequest: IssuableName,
  limit: number,
  offset: number,
): Statement<ThreadRow> =>
  template.with({ ...viewer, target_type: "MergeRequest", ...issuableValues(mergeRequest), limit, offset });
