// Searches the comments of a project: on issues and merge requests, and on commits.
import { type SQL, sql } from "drizzle-orm";
import {
  readsCodeAt,
  seesConfidentialAt,
  type ViewerKey,
  viewerCte,
  visibleIssue,
  visibleLevel,
  visibleMergeRequestAt,
} from "../../../permissions/visible.ts";
import { nullable, type Statement, selectWith, variants } from "../../statement.ts";
import { commitNoteColumns } from "../commits/comments.ts";
import { searchedPart } from "../issuable-lists/search-text.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { type NoteSort, type ShownNote, threadedColumns, threadJoins } from "./notes.ts";

/** Notes that a search reads, the newest, those of the server among them; and as many comments on commits. */
export const MOST_SEARCHED_NOTES = 10_000;
/** Bytes of them. */
const MOST_TEXT = 20_000_000;

/** The list's size and a comment of the page or, on an empty page, `id: null`. */
export type FoundNoteRow = ViewerRow & {
  readonly total: number;
  /** Null if the viewer may not see the project. */
  readonly place_id: number | null;
} & (ShownNote | { readonly id: null });

const [isOpen, level] = [sql`place_open`, sql`place_level`];

const placeCte = sql`place as materialized (
  select np.id as place_id, ${visibleLevel("named_visibility")} as place_open, found_level as place_level,
    np.issues_enabled as place_issues, np.merge_requests_enabled as place_merge_requests
  from named cross join found cross join projects np on np.id = found_id)`;

/** The ids of the newest rows of the project, as far as their texts are read. @param text the column */
const newest = (table: string, index: string, text: string): SQL =>
  sql.raw(`(select read_id from (
    select read_id, sum(read_bytes) over (order by read_id desc rows unbounded preceding) as read_text from (
      select w.id as read_id, octet_length(w.${text}) as read_bytes from ${table} w indexed by ${index}
      where w.project_id = (select place_id from place) order by w.id desc limit ${MOST_SEARCHED_NOTES}))
    where read_text <= ${MOST_TEXT})`);

const contains = (column: string): SQL => sql`instr(lower(${sql.raw(column)}), lower(${sql.placeholder("search")}))`;

const hitCte = sql`hit as materialized (
  select hn.id as hit_note, null as hit_comment, hn.created_at as hit_created_at, hn.updated_at as hit_updated_at
    from viewer cross join place cross join ${newest("notes", "notes_by_project", "body")}
      cross join notes hn on hn.id = read_id
    where hn.system = 0 and ${contains("hn.body")} and case hn.target_type
      when 'Issue' then place_issues = 1 and exists (select 1 from issues i where i.id = hn.target_id
        and ${visibleIssue("i", seesConfidentialAt(level))})
      else exists (select 1 from merge_requests r where r.id = hn.target_id
        and ${visibleMergeRequestAt("r", "place_merge_requests", isOpen, level)}) end
  union all
  select null, hc.id, hc.created_at, coalesce(hc.updated_at, hc.created_at)
    from viewer cross join place cross join ${newest("commit_comments", "commit_comments_by_project", "note")}
      cross join commit_comments hc on hc.id = read_id
    where ${readsCodeAt(isOpen, level)} and ${contains("hc.note")})`;

/** Columns of a note or, without one, of a comment on a commit. */
const foundColumns = {
  ...threadedColumns,
  ...Object.fromEntries(
    Object.entries(commitNoteColumns).map(([name, column]) => [
      name,
      name in threadedColumns ? sql`case when nt.id is null then ${column} else ${columnOf(name)} end` : column,
    ]),
  ),
  noteable_iid: sql<number | null>`coalesce(ni.iid, nr.iid)`,
};

function columnOf(name: string): SQL {
  const columns: Readonly<Record<string, SQL>> = threadedColumns;
  return columns[name] ?? sql`null`;
}

export type FoundNoteOrder = "created_at" | "updated_at";

const templates = variants(
  ({ orderBy, sort }: { orderBy: FoundNoteOrder; sort: NoteSort }) => {
    const ordered = sql.raw(`order by hit_${orderBy} ${sort}, hit_note ${sort}, hit_comment ${sort}`);
    return castTemplate<FoundNoteRow>(
      selectWith(
        [viewerCte, ...foundProjectCtes, placeCte, hitCte],
        {
          ...viewerColumns,
          total: sql<number>`(select count(*) from hit)`,
          place_id: sql<number | null>`(select place_id from place)`,
          ...nullable(foundColumns),
        },
        sql`from viewer left join (select * from hit ${ordered}
            limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
          left join notes nt on nt.id = hit_note ${threadJoins}
          left join issues ni on nt.target_type = 'Issue' and ni.id = nt.target_id
          left join merge_requests nr on nt.target_type = 'MergeRequest' and nr.id = nt.target_id
          left join commit_comments c on c.id = hit_comment
          left join users u on u.id = coalesce(nt.author_id, c.author_id) ${ordered}`,
      ),
    );
  },
  ({ orderBy, sort }) => `${orderBy} ${sort}`,
);

export interface NoteSearch {
  /** A part of the text, in any case of ASCII letters. */
  readonly search: string;
  readonly orderBy: FoundNoteOrder;
  readonly sort: NoteSort;
  readonly limit: number;
  readonly offset: number;
}

/** One statement: comments of users that the viewer may see, among the newest {@link MOST_SEARCHED_NOTES}. */
export const searchNotes = (
  viewer: ViewerKey,
  project: ProjectKey,
  { search, orderBy, sort, limit, offset }: NoteSearch,
): Statement<FoundNoteRow> =>
  templates({ orderBy, sort }).with({ ...viewer, ...project, search: searchedPart(search), limit, offset });
