// Comments on commits.
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { Flag } from "../../schema/columns.ts";
import { commitComments } from "../../schema/commit-comments.ts";
import { build, columnsOf, type RowOf, type Statement, select, statement } from "../../statement.ts";
import { keyOfId } from "../projects/projects.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

const commentColumns = {
  ...columnsOf(commitComments, "c"),
  author_username: sql<string>`u.username`,
  author_name: sql<string>`u.name`,
  author_state: sql<string>`u.state`,
};

export type CommitCommentRow = RowOf<typeof commentColumns>;

/** A comment as a note. After `commit_comments c` and `users u`. */
export const commitNoteColumns = {
  id: sql<number>`c.id`,
  body: sql<string>`c.note`,
  system: sql<Flag>`0`,
  created_at: sql<string>`c.created_at`,
  updated_at: sql<string>`coalesce(c.updated_at, c.created_at)`,
  target_type: sql<"Commit">`'Commit'`,
  target_id: sql<null>`null`,
  author_id: sql<number>`c.author_id`,
  author_username: commentColumns.author_username,
  author_name: commentColumns.author_name,
  author_state: commentColumns.author_state,
  project_id: sql<number>`c.project_id`,
  thread_id: sql<number | null>`c.thread_id`,
  discussion_id: sql<null>`null`,
  position: sql<string | null>`c.position`,
  resolved_at: sql<null>`null`,
  resolved_by_id: sql<null>`null`,
  resolved_by_username: sql<null>`null`,
  resolved_by_name: sql<null>`null`,
  resolved_by_state: sql<null>`null`,
  noteable_iid: sql<null>`null`,
  commit_sha: sql<string>`c.sha`,
};

export type CommitNoteRow = RowOf<typeof commitNoteColumns>;

const ofCommit = sql`from commit_comments c join users u on u.id = c.author_id
  where c.project_id = ${namedProjectId} and c.sha = ${sql.placeholder("sha")}`;

const listTemplate = select(
  commentColumns,
  sql`${ofCommit} order by c.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const countTemplate = select({ total: sql<number>`count(*)` }, ofCommit);

/** Two statements: a page of a commit's comments, oldest first, and the total. */
export function listCommitComments(
  project: ProjectKey,
  sha: string,
  limit: number,
  offset: number,
): [Statement<CommitCommentRow>, Statement<{ total: number }>] {
  const values = { ...project, sha, limit, offset };
  return [listTemplate.with(values), countTemplate.with(values)];
}

export type NewCommitComment = typeof commitComments.$inferInsert;

/** Violates a foreign key if the project is gone. */
export const insertCommitComment = (comment: SQLiteInsertValue<typeof commitComments>): Statement =>
  statement(build.insert(commitComments).values(comment));

/** The commit and the author of a comment. */
export type CommitCommentKey = Pick<NewCommitComment, "project_id" | "sha" | "author_id">;

/** The id of the comment that the author wrote earlier in the same batch. */
export const newestCommentId = ({ project_id, sha, author_id }: CommitCommentKey): SQL<number> =>
  sql<number>`(select max(id) from commit_comments
    where project_id = ${project_id} and sha = ${sha} and author_id = ${author_id})`;

const newestTemplate = select(
  commentColumns,
  sql`${ofCommit} and c.author_id = ${sql.placeholder("author_id")} order by c.id desc limit 1`,
);

/** The comment of {@link newestCommentId}. */
export const findNewestComment = ({ project_id, sha, author_id }: CommitCommentKey): Statement<CommitCommentRow> =>
  newestTemplate.with({ ...keyOfId(project_id), sha, author_id });
