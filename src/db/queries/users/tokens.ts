// Personal access and impersonation tokens. Sessions, which are in the same table, are in sessions.ts.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { accessTokens } from "../../schema/index.ts";
import {
  build,
  columnsOf,
  execute,
  type RowOf,
  type Statement,
  select,
  selectWith,
  statement,
  variants,
} from "../../statement.ts";

const tokenColumns = columnsOf(accessTokens, "t");

export type TokenRow = RowOf<typeof tokenColumns>;

export interface TokenOwner {
  readonly user_id: number;
  readonly impersonation: 0 | 1;
}

export type TokenState = "all" | "active" | "inactive";

const active = sql`(t.revoked = 0 and (t.expires_at is null or t.expires_at >= ${sql.placeholder("today")}))`;
const [search, revoked] = [sql.placeholder("search"), sql.placeholder("revoked")];

/**
 * Whose tokens a list has. `user`: those of one user, whom the viewer may name. `own`: those of the viewer. `permitted`:
 * those of all users for an administrator, else those of the viewer.
 */
type Owners = "user" | "own" | "permitted";

const ofViewer = sql`select o.* from access_tokens o where o.user_id`;

const owned: Record<Owners, SQL> = {
  user: sql`access_tokens t where t.user_id = ${sql.placeholder("user_id")}`,
  own: sql`access_tokens t where t.user_id = (select viewer_id from viewer)`,
  // As a range condition, the second part keeps the order of ids.
  permitted: sql`(${ofViewer} = (select viewer_id from viewer where viewer_admin = 0)
    union all select e.* from access_tokens e where e.id > (select case when viewer_admin = 1 then 0 end from viewer)) t where 1`,
};

const listed = (owners: Owners) => sql`from ${owned[owners]} and t.impersonation = ${sql.placeholder("impersonation")}
    and t.session = 0 and (${revoked} is null or t.revoked = ${revoked})
    and (${search} is null or instr(lower(t.name), lower(${search}))) and (${sql.placeholder("state")} = 'all' or ${active} = (${sql.placeholder("state")} = 'active'))`;

const listTemplates = variants(
  (owners: Owners) =>
    selectWith(
      [viewerCte],
      tokenColumns,
      sql`${listed(owners)} order by t.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  String,
);
const countTemplates = variants(
  (owners: Owners) => selectWith([viewerCte], { total: sql<number>`count(*)` }, listed(owners)),
  String,
);

/** Null is no filter. */
export interface TokenFilter {
  readonly revoked: 0 | 1 | null;
  /** Case-insensitive part of the name. */
  readonly search: string | null;
}

export interface TokenListQuery {
  readonly impersonation: 0 | 1;
  /** A user's id: the caller checks that the viewer may see their tokens. Otherwise see {@link Owners}. */
  readonly of: number | "own" | "permitted";
  readonly state: TokenState;
  readonly filter?: TokenFilter;
  readonly limit: number;
  readonly offset: number;
}

/** Two statements: the page and the total. */
export function listTokens(
  viewer: ViewerKey,
  { of, filter = { revoked: null, search: null }, ...query }: TokenListQuery,
): [Statement<TokenRow>, Statement<{ total: number }>] {
  const owners = typeof of === "number" ? "user" : of;
  const values = { ...viewer, ...filter, ...query, user_id: of };
  return [listTemplates(owners).with(values), countTemplates(owners).with(values)];
}

const anyTemplate = select(
  tokenColumns,
  sql`from access_tokens t where t.id = coalesce(${sql.placeholder("id")},
      (select h.id from access_tokens h where h.token_hash = ${sql.placeholder("token_hash")}))
    and t.session = 0 and (t.impersonation = 0 or ${sql.placeholder("id")} is null)`,
);

/** The personal token with this id, of any user. */
export const findPersonalToken = (id: number): Statement<TokenRow> => anyTemplate.with({ id, token_hash: null });

/** The token that has this hash, unless it is a session's. */
export const findTokenByHash = (hash: string | null): Statement<TokenRow> =>
  anyTemplate.with({ id: null, token_hash: hash });

/** A token with name and scopes of another one, which is not revoked yet; no row if it is. */
export const insertSuccessor = (
  { id, ...owner }: TokenRow,
  { token_hash, expires_at, created_at }: Pick<TokenRow, "token_hash" | "expires_at" | "created_at">,
): Statement<TokenRow> =>
  execute(sql`insert into access_tokens (user_id, name, token_hash, scopes, impersonation, expires_at, created_at)
    select user_id, name, ${token_hash}, scopes, impersonation, ${expires_at}, ${created_at} from access_tokens
    where id = ${id} and ${isRevocable(owner, id)} returning *`);

const findTemplate = select(
  tokenColumns,
  sql`from access_tokens t where t.id = ${sql.placeholder("id")} and t.user_id = ${sql.placeholder("user_id")}
    and t.impersonation = ${sql.placeholder("impersonation")} and t.session = 0`,
);

export const findToken = (owner: TokenOwner, id: number): Statement<TokenRow> => findTemplate.with({ ...owner, id });

export const insertToken = (token: typeof accessTokens.$inferInsert): Statement<TokenRow> =>
  statement(build.insert(accessTokens).values(token).returning());

/** True if the token exists and is not revoked yet. */
export const isRevocable = ({ user_id, impersonation }: TokenOwner, id: number): SQL =>
  sql`exists (select 1 from access_tokens where id = ${id} and user_id = ${user_id}
    and impersonation = ${impersonation} and session = 0 and revoked = 0)`;

/** Returns the id if the token exists. Idempotent. */
export const revokeToken = (owner: TokenOwner, id: number): Statement<{ id: number }> =>
  statement(
    build
      .update(accessTokens)
      .set({ revoked: 1 })
      .where(
        and(
          eq(accessTokens.id, id),
          eq(accessTokens.user_id, owner.user_id),
          eq(accessTokens.impersonation, owner.impersonation),
          eq(accessTokens.session, 0),
        ),
      )
      .returning({ id: accessTokens.id }),
  );
