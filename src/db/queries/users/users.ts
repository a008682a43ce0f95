// Users and their personal namespaces: lookups, lists and writes.
import { eq, type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import {
  commitComments,
  deletedIssues,
  issues,
  mergeRequests,
  namespaces,
  notes,
  projects,
  timelogs,
  todos,
  users,
} from "../../schema/index.ts";
import {
  build,
  execute,
  type RowOf,
  type Statement,
  select,
  selectWith,
  statement,
  variants,
} from "../../statement.ts";
import { changesRow } from "../records/column-changes.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { selectWithViewer, type WithViewer } from "../viewer/with-viewer.ts";
import { GHOST_ID, type UserRow, userColumns } from "./row.ts";

export type NewUser = typeof users.$inferInsert;
export type UserChanges = Partial<NewUser>;

const findTemplate = selectWithViewer(
  [viewerCte],
  userColumns,
  sql`from viewer left join users u on u.id = ${sql.placeholder("user_id")}`,
);

/** The viewer and the user with this id: always one row. */
export const findUser = (viewer: ViewerKey, id: number): Statement<WithViewer<UserRow>> =>
  findTemplate.with({ ...viewer, user_id: id });

const currentTemplate = selectWithViewer(
  [viewerCte],
  userColumns,
  sql`from viewer left join users u on u.id = viewer_id`,
);

/** The viewer with their own row. */
export const findCurrentUser = (viewer: ViewerKey): Statement<WithViewer<UserRow>> =>
  currentTemplate.with({ ...viewer });

const byIdTemplate = select(userColumns, sql`from users u where u.id = ${sql.placeholder("user_id")}`);

export const findUserById = (id: number): Statement<UserRow> => byIdTemplate.with({ user_id: id });

const namespaceOwnerTemplate = select(
  userColumns,
  sql`from namespaces n join users u on u.id = n.owner_id where n.id = ${sql.placeholder("namespace_id")}`,
);

/** No row for the namespace of a group. */
export const findNamespaceOwner = (namespaceId: number): Statement<UserRow> =>
  namespaceOwnerTemplate.with({ namespace_id: namespaceId });

const byUsernameTemplate = select(
  userColumns,
  sql`from users u where lower(u.username) = lower(${sql.placeholder("username")})`,
);

export const findUserByUsername = (username: string): Statement<UserRow> => byUsernameTemplate.with({ username });

const creatorColumns = {
  ...userColumns,
  namespace_id: sql<number>`n.id`,
  namespace_path: sql<string>`n.path`,
};

export type CreatorRow = RowOf<typeof creatorColumns>;

const creatorTemplate = select(
  creatorColumns,
  sql`from users u join namespaces n on n.owner_id = u.id where u.id = ${sql.placeholder("user_id")}`,
);

/** A user with their personal namespace. */
export const findUserWithNamespace = (id: number): Statement<CreatorRow> => creatorTemplate.with({ user_id: id });

export interface UserListQuery {
  /** Case-insensitive part of name, username or e-mail. */
  readonly search: string | null;
  readonly username: string | null;
  readonly state: "active" | "blocked" | null;
  readonly external: 0 | 1 | null;
  readonly limit: number;
  readonly offset: number;
}

const search = sql.placeholder("search");
const listed = sql`u.id <> ${sql.raw(String(GHOST_ID))}
  and (${sql.placeholder("external")} is null or u.external = ${sql.placeholder("external")}
    or (select viewer_admin from viewer) = 0)
  and (${search} is null or instr(lower(u.name), lower(${search})) or instr(lower(u.username), lower(${search}))
    or instr(lower(u.email), lower(${search})))
  and (${sql.placeholder("username")} is null or lower(u.username) = lower(${sql.placeholder("username")}))`;

/**
 * For signed-in viewers only. As a range condition it keeps the order of ids, which a join with the viewer would not.
 */
const forSignedIn = sql`u.id > (select case when viewer_id is not null then 0 end from viewer)`;

/** Without a state the table returns the ids in order, with one the index does. */
const inState = (filtered: boolean) => (filtered ? sql`and u.state = ${sql.placeholder("state")}` : sql``);

const listTemplates = variants(
  (filtered: boolean) =>
    selectWith(
      [viewerCte],
      userColumns,
      sql`from users u where ${forSignedIn} and ${listed} ${inState(filtered)}
        order by u.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  String,
);

const countTemplates = variants(
  (filtered: boolean) =>
    selectWith(
      [viewerCte],
      {
        ...viewerColumns,
        total: sql<number>`(select count(*) from users u where ${forSignedIn} and ${listed} ${inState(filtered)})`,
      },
      sql`from viewer`,
    ),
  String,
);

const counterTemplate = selectWith(
  [viewerCte],
  {
    ...viewerColumns,
    total: sql<number>`(select coalesce(sum(t.count), 0) from user_totals t
      where t.state = coalesce(${sql.placeholder("state")}, t.state)
        and (${sql.placeholder("external")} is null or t.external = ${sql.placeholder("external")} or viewer_admin = 0))`,
  },
  sql`from viewer`,
);

/** Two statements: the viewer with the list's size (a counter unless a text filters), and the rows of the page. */
export function listUsers(
  viewer: ViewerKey,
  query: UserListQuery,
): [Statement<ViewerRow & { total: number }>, Statement<UserRow>] {
  const values = { ...viewer, ...query };
  const narrowed = query.search !== null || query.username !== null;
  const filtered = query.state !== null;
  return [(narrowed ? countTemplates(filtered) : counterTemplate).with(values), listTemplates(filtered).with(values)];
}

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
  statement(build.update(timelogs).set({ user_id: GHOST_ID }).where(eq(timelogs.user_id, id))),
  statement(build.update(todos).set({ author_id: GHOST_ID }).where(eq(todos.author_id, id))),
  statement(build.update(projects).set({ creator_id: GHOST_ID }).where(eq(projects.creator_id, id))),
  execute(sql`delete from group_members where user_id = ${id}`),
  statement(build.delete(users).where(eq(users.id, id))),
];
