// Lists of users.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type Statement, selectWith, variants } from "../../statement.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { GHOST_ID, type UserRow, userColumns } from "./row.ts";

/** In ids' order the table or an index has the rows; any other order reads every user of the list. */
export const userOrders = ["id", "name", "username", "created_at", "updated_at"] as const;

export type UserOrder = (typeof userOrders)[number];

interface Filters {
  /** True with a state. */
  readonly filtered: boolean;
  /** True with a username, which an index finds. */
  readonly named: boolean;
}

interface Shape extends Filters {
  readonly orderBy: UserOrder;
  readonly sort: "asc" | "desc";
}

/**
 * `parts`: a search finds parts of e-mail addresses, so that a caller could find a whole one letter by letter. `whole`: it
 * finds whole addresses, and those for administrators only.
 */
export type EmailSearch = "parts" | "whole";

export interface UserListQuery extends Omit<Shape, keyof Filters> {
  /** Case-insensitive part of name or username, or the e-mail address. */
  readonly search: string | null;
  readonly emails: EmailSearch;
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
    or case ${sql.placeholder("emails")} when 'parts' then instr(lower(u.email), lower(${search}))
      else lower(u.email) = lower(${search}) and (select viewer_admin from viewer) end)`;

/**
 * For signed-in viewers only. As a range condition it keeps the order of ids, which a join with the viewer would not.
 */
const forSignedIn = sql`u.id > (select case when viewer_id is not null then 0 end from viewer)`;

/** Without a state the table returns the ids in order, with one the index does. */
const among = ({ filtered, named }: Filters) => sql`from users u where ${forSignedIn} and ${listed}
  ${filtered ? sql`and u.state = ${sql.placeholder("state")}` : sql``}
  ${named ? sql`and lower(u.username) = lower(${sql.placeholder("username")})` : sql``}`;

const listTemplates = variants(
  ({ orderBy, sort, ...filters }: Shape) =>
    selectWith(
      [viewerCte],
      userColumns,
      sql`${among(filters)}
        order by ${sql.raw(orderBy === "id" ? `u.id ${sort}` : `u.${orderBy} ${sort}, u.id ${sort}`)} limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  JSON.stringify,
);

const countTemplates = variants(
  (filters: Filters) =>
    selectWith(
      [viewerCte],
      {
        ...viewerColumns,
        total: sql<number>`(select count(*) ${among(filters)})`,
      },
      sql`from viewer`,
    ),
  JSON.stringify,
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
  const filters = { filtered: query.state !== null, named: query.username !== null };
  return [
    (narrowed ? countTemplates(filters) : counterTemplate).with(values),
    listTemplates({ ...filters, orderBy: query.orderBy, sort: query.sort }).with(values),
  ];
}
