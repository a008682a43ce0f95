// Links between issues.
import { type SQL, sql } from "drizzle-orm";
import { readableIssue, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { execute, type RowOf, type Statement, selectWith } from "../../statement.ts";
import type { Authorship } from "../events/events.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import { insertNamingNote } from "./moves.ts";
import { type IssueRow, issueColumnsOf, issueJoins } from "./row.ts";

/** The limit of an issue, as GitLab's. */
export const MOST_LINKS = 100;

const linkColumns = {
  project_path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  link_id: sql<number>`link_id`,
  linked_at: sql<string>`linked_at`,
  /** 1 if the link was added to this issue, 0 if to the other one. */
  is_source: sql<Flag>`is_source`,
};

/** An issue at the other end of a link. */
export type LinkedIssueRow = IssueRow & RowOf<typeof linkColumns>;

const own = namedIssuableId("Issue");

const linksTemplate = selectWith(
  [
    viewerCte,
    sql`linked as materialized (
      select l.id as link_id, l.created_at as linked_at, l.target_id as other_id, 0 as is_source
        from issue_links l where l.source_id = ${own}
      union all select l.id, l.created_at, l.source_id, 1 from issue_links l where l.target_id = ${own})`,
  ],
  { ...issueColumnsOf(true), ...linkColumns },
  sql`from viewer cross join linked cross join issues i on i.id = other_id cross join projects p on p.id = i.project_id
    cross join namespaces n on n.id = p.namespace_id ${issueJoins("join")}
    where (${sql.placeholder("link_id")} is null or link_id = ${sql.placeholder("link_id")})
      and ${readableIssue("i", "p", "n")} order by link_id`,
);

/** Oldest first: the linked issues that the viewer may see. @param linkId null for all */
export const findLinkedIssues = (
  viewer: ViewerKey,
  issue: IssuableName,
  linkId: number | null = null,
): Statement<LinkedIssueRow> => linksTemplate.with({ ...viewer, ...issuableValues(issue), link_id: linkId });

interface Pair {
  readonly source: { readonly id: number; readonly project_id: number };
  readonly target: { readonly id: number };
}

/** SQL for the number of links of an issue. */
const linksOf = (id: number): SQL =>
  sql`(select count(*) from issue_links where source_id = ${id}) + (select count(*) from issue_links where target_id = ${id})`;

/**
 * Returns the id; inserts none if an issue has {@link MOST_LINKS}. Violates issue_links_key if the pair has a link, in
 * either direction, also then; and foreign_key if an issue is gone.
 */
export const insertIssueLink = ({ source, target }: Pair, now: string): Statement<{ id: number }> =>
  execute(sql`insert into issue_links (source_id, target_id, created_at) select ${source.id}, ${target.id}, ${now}
    where (${linksOf(source.id)} < ${MOST_LINKS} and ${linksOf(target.id)} < ${MOST_LINKS})
      or exists (select 1 from issue_links where (source_id = ${source.id} and target_id = ${target.id})
        or (source_id = ${target.id} and target_id = ${source.id})) returning id`);

/** Returns the id if the link existed. */
export const deleteIssueLink = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from issue_links where id = ${id} returning id`);

/** SQL for the id of the link of a pair; null without one. */
export const linkOfPair = ({ source, target }: Pair): SQL<number | null> =>
  sql<number | null>`(select id from issue_links where source_id = ${source.id} and target_id = ${target.id})`;

export const isIssueLink = (id: SQL | number): SQL => sql`exists (select 1 from issue_links where id = ${id})`;

/** Notes on both issues, each visible to those who see the other. None if there is no such link. @param words before `#3` */
export function insertLinkNotes(words: string, link: SQL | number, authorship: Authorship): Statement[] {
  const end = (column: string) => sql`(select ${sql.raw(column)} from issue_links where id = ${link})`;
  const [source, target] = [end("source_id"), end("target_id")];
  return [insertNamingNote(words, source, target, authorship), insertNamingNote(words, target, source, authorship)];
}
