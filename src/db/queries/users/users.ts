// Users and their personal namespaces: lookups, lists and writes.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type RowOf, type Statement, select } from "../../statement.ts";
import { selectWithViewer, type WithViewer } from "../viewer/with-viewer.ts";
import { type UserRow, userColumns } from "./row.ts";

const findTemplate = selectWithViewer(
  [viewerCte],
  userColumns,
  sql`from viewer left join users u on u.id = ${sql.placeholder("user_id")}`,
);

/** The viewer and the user with this id: always one row. */
export const findUser = (viewer: ViewerKey, id: number): Statement<WithViewer<UserRow>> =>
  findTemplate.with({ ...viewer, user_id: id });

const namedTemplate = selectWithViewer(
  [viewerCte],
  userColumns,
  sql`from viewer left join users u on u.id = coalesce(${sql.placeholder("user_id")},
    (select k.id from users k where lower(k.username) = lower(${sql.placeholder("username")})))`,
);

/** The viewer and the user with this id or name: always one row. */
export const findNamedUser = (
  viewer: ViewerKey,
  { id, path }: { readonly id: number | null; readonly path: string | null },
): Statement<WithViewer<UserRow>> => namedTemplate.with({ ...viewer, user_id: id, username: path });

const namesTemplate = select(
  { id: sql<number>`u.id`, name: sql<string>`u.name`, username: sql<string>`u.username` },
  sql`from users u where u.id in (select value from json_each(${sql.placeholder("ids")}))`,
);

/** Those that exist. */
export const findNamesOfUsers = (ids: readonly number[]) => namesTemplate.with({ ids: JSON.stringify(ids) });

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
