// Threads of comments on a commit. A comment without a thread is one of its own.
import { type SQL, sql } from "drizzle-orm";
import { execute, type RowOf, type Statement, select } from "../../statement.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";
import type { CommitCommentKey } from "./comments.ts";
import { commitNoteColumns, newestCommentId } from "./comments.ts";

/** Comments shown of a thread, the oldest, and bytes of all of a page. The first of each thread is always shown. */
const MAX_COMMENTS = 100;
const MAX_TEXT = 4_000_000;

/** The comments of a commit. */
export interface CommentedCommit {
  readonly project_id: number;
  /** 40 hexadecimal digits. */
  readonly sha: string;
}

const ofCommit = (row: string): SQL =>
  sql`${sql.raw(row)}.project_id = ${namedProjectId} and ${sql.raw(row)}.sha = ${sql.placeholder("sha")}`;

const groupOf = (row: string): SQL => sql.raw(`coalesce(${row}.thread_id, ${row}.id)`);

/** @param groups selects the threads shown, as `page_group` */
const shown = (groups: SQL): SQL =>
  sql`from (select page_group, sc.id as shown_id,
      row_number() over (partition by page_group order by sc.id) as shown_at,
      sum(octet_length(sc.note)) over (order by page_group, sc.id) as shown_text
    from (select ${groupOf("tc")} as page_group, tc.id as page_id from commit_comments tc indexed by commit_comments_of_commit
      where ${ofCommit("tc")} and ${groupOf("tc")} in (${groups}))
      cross join commit_comments sc on sc.id = page_id)
  cross join commit_comments c on c.id = shown_id cross join users u on u.id = c.author_id
  where shown_at = 1 or (shown_at <= ${sql.raw(String(MAX_COMMENTS))} and shown_text <= ${sql.raw(String(MAX_TEXT))})
  order by page_group, shown_id`;

const columns = { ...commitNoteColumns, page_group: sql<number>`page_group` };

/** A comment with the name of its thread among those of the commit. */
export type ThreadedCommentRow = RowOf<typeof columns>;

const distinct = sql`select distinct ${groupOf("pc")} as first_id
  from commit_comments pc indexed by commit_comments_of_commit where ${ofCommit("pc")}`;

const list = select(
  columns,
  shown(sql`${distinct} order by first_id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`),
);

const count = select({ total: sql<number>`count(*)` }, sql`from (${distinct})`);

/** Two statements: the comments shown of a page of threads, oldest first, and the number of threads. */
export function listCommentThreads(
  project: ProjectKey,
  sha: string,
  limit: number,
  offset: number,
): [Statement<ThreadedCommentRow>, Statement<{ total: number }>] {
  const values = { ...project, sha, limit, offset };
  return [list.with(values), count.with(values)];
}

const single = select(columns, shown(sql`select ${sql.placeholder("group")}`));

/** The comments shown of a thread, oldest first; no row if the commit has no such thread. */
export const findCommentThread = (project: ProjectKey, sha: string, group: number): Statement<ThreadedCommentRow> =>
  single.with({ ...project, sha, group });

const one = select(
  { ...commitNoteColumns, page_group: sql<number>`${groupOf("c")}` },
  sql`from commit_comments c cross join users u on u.id = c.author_id
    where c.id = ${sql.placeholder("comment_id")} and ${ofCommit("c")}`,
);

export const findThreadedComment = (project: ProjectKey, sha: string, id: number): Statement<ThreadedCommentRow> =>
  one.with({ ...project, sha, comment_id: id });

/** Makes the comment that the author wrote earlier in the same batch the first of a thread. */
export const beginCommentThread = (key: CommitCommentKey): Statement =>
  execute(sql`update commit_comments set thread_id = id where id = ${newestCommentId(key)}`);

/** Makes a single comment the first of a thread, before a reply. */
export const joinComments = ({ project_id, sha }: CommentedCommit, group: number): Statement =>
  execute(sql`update commit_comments set thread_id = id
    where id = ${group} and project_id = ${project_id} and sha = ${sha} and thread_id is null`);

/**
 * Columns of a reply, after {@link joinComments}: it is about the line of the thread. `project_id` is 0, which violates a
 * foreign key, if the commit has no such thread.
 */
export function placeInComments({ project_id, sha }: CommentedCommit, group: number) {
  const first = (column: string): SQL =>
    sql`(select ${sql.raw(column)} from commit_comments indexed by commit_comments_of_commit
      where project_id = ${project_id} and sha = ${sha} and thread_id = ${group} order by id limit 1)`;
  return {
    project_id: sql`coalesce(${first("project_id")}, 0)`,
    thread_id: group,
    path: first("path"),
    line: first("line"),
    line_type: first("line_type"),
    position: first("position"),
  };
}

/** Does nothing if the comment is gone. */
export const updateComment = (id: number, note: string, now: string): Statement =>
  execute(sql`update commit_comments set note = ${note}, updated_at = ${now} where id = ${id}`);

/** Returns the id if the comment existed. */
export const deleteComment = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from commit_comments where id = ${id} returning id`);
