// Awards of an issue or a merge request and of a page of its notes, counted by emoji.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { issuableValues, namedTargetId } from "../issuables/issuable-key.ts";
import { type NamedNoteable, notePage, referringCte } from "./notes.ts";

/** Of different emoji of different records. */
const MOST_COUNTS = 1_000;

const countColumns = {
  /** Null for awards of the issuable itself. */
  note_id: sql<number | null>`counted_note`,
  name: sql<string>`counted_name`,
  count: sql<number>`count(*)`,
  /** The viewer's own award. */
  own_id: sql<number | null>`max(case when counted_user = viewer_id then counted_id end)`,
};

export type AwardCountRow = RowOf<typeof countColumns>;

const counted = (note: string): SQL =>
  sql.raw(`select e.id as counted_id, e.name as counted_name, e.user_id as counted_user, ${note} as counted_note`);

const template = selectWith(
  [viewerCte, referringCte],
  countColumns,
  sql`from viewer cross join (
    ${counted("null")} from award_emoji e
      where e.target_type = ${sql.placeholder("target_type")} and e.target_id = ${namedTargetId}
    union all ${counted("page_id")} from (${notePage}) page
      cross join award_emoji e on e.target_type = 'Note' and e.target_id = page_id)
    group by counted_note, counted_name order by min(counted_id) limit ${sql.raw(String(MOST_COUNTS))}`,
);

/** For the page of {@link listNotes} with the same limit and offset. The caller checks that the viewer may see it. */
export const countAwards = (
  viewer: ViewerKey,
  { type, id }: NamedNoteable,
  limit: number,
  offset: number,
): Statement<AwardCountRow> => template.with({ ...viewer, target_type: type, ...issuableValues(id), limit, offset });
