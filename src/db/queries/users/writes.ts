// Writes of users and their personal namespaces.
import { eq, type SQL, sql } from "drizzle-orm";
import {
  commitComments,
  deletedIssues,
  issues,
  mergeRequests,
  namespaces,
  notes,
  packages,
  projects,
  releases,
  timelogs,
  todos,
  users,
} from "../../schema/index.ts";
import { build, execute, type Statement, select, statement } from "../../statement.ts";
import { changesRow } from "../records/column-changes.ts";
import { GHOST_ID } from "./row.ts";

export type NewUser = typeof users.$inferInsert;
export type UserChanges = Partial<NewUser>;

export const insertUser = (user: NewUser): Statement => statement(build.insert(users).values(user));

/** The id of a user inserted earlier in the same batch; usernames are indexed in lower case. */
export const userIdOf = (username: string) =>
  sql<number>`(select id from users where lower(username) = lower(${username}))`;

/** The namespace of a user inserted earlier in the same batch. */
export const insertPersonalNamespace = (username: string, now: string): Statement =>
  statement(
    build.insert(namespaces).values({
      kind: "user",
      owner_id: userIdOf(username),
      name: username,
      path: username,
      created_at: now,
      updated_at: now,
    }),
  );

export const updateUser = (id: number, changes: UserChanges): Statement =>
  statement(build.update(users).set(changes).where(eq(users.id, id)));

export const changesUser = (id: number, changes: UserChanges): SQL => changesRow(users, id, changes);

export const isUser = (id: number): SQL => sql`exists (select 1 from users where id = ${id})`;

/** Removes an external user's rights to create groups and projects, after any change of attributes. */
export const restrictExternal = (id: number): Statement =>
  execute(sql`update users set can_create_group = 0, projects_limit = 0 where id = ${id} and external = 1`);

/** Updates name and path of a user's namespace to their username, if they differ. */
export const renamePersonalNamespace = (userId: number, now: string): Statement =>
  execute(sql`update namespaces set name = u.username, path = u.username, updated_at = ${now}
    from users u where u.id = ${userId} and namespaces.owner_id = u.id and namespaces.path <> u.username`);

const takenTemplate = select(
  {
    email_taken: sql<0 | 1>`exists (select 1 from users where lower(email) = lower(${sql.placeholder("email")})
      and id is not ${sql.placeholder("except")})`,
    username_taken: sql<0 | 1>`exists (select 1 from users where lower(username) = lower(${sql.placeholder("username")})
      and username = ${sql.placeholder("username")} and id is not ${sql.placeholder("except")})`,
  },
  sql``,
);

/** After a violated constraint: whether another user has the e-mail, or the username in the same case. */
export const findTakenUser = (
  email: string,
  username: string,
  except: number | null,
): Statement<{ email_taken: 0 | 1; username_taken: 0 | 1 }> => takenTemplate.with({ email, username, except });

/** Reassigns a user's records in other users' projects to the ghost, then deletes the user and their namespace. */
export const deleteUser = (id: number): Statement[] => [
  statement(build.delete(namespaces).where(eq(namespaces.owner_id, id))),
  statement(build.update(issues).set({ author_id: GHOST_ID }).where(eq(issues.author_id, id))),
  statement(build.update(mergeRequests).set({ author_id: GHOST_ID }).where(eq(mergeRequests.author_id, id))),
  statement(build.update(deletedIssues).set({ author_id: GHOST_ID }).where(eq(deletedIssues.author_id, id))),
  statement(build.update(notes).set({ author_id: GHOST_ID }).where(eq(notes.author_id, id))),
  statement(build.update(commitComments).set({ author_id: GHOST_ID }).where(eq(commitComments.author_id, id))),
  statement(build.update(packages).set({ creator_id: GHOST_ID }).where(eq(packages.creator_id, id))),
  statement(build.update(releases).set({ author_id: GHOST_ID }).where(eq(releases.author_id, id))),
  statement(build.update(timelogs).set({ user_id: GHOST_ID }).where(eq(timelogs.user_id, id))),
  statement(build.update(todos).set({ author_id: GHOST_ID }).where(eq(todos.author_id, id))),
  statement(build.update(projects).set({ creator_id: GHOST_ID }).where(eq(projects.creator_id, id))),
  execute(sql`delete from group_members where user_id = ${id}`),
  statement(build.delete(users).where(eq(users.id, id))),
];
