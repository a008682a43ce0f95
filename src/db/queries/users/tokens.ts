// Personal access and impersonation tokens. Sessions, which are in the same table, are in sessions.ts.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { accessTokens } from "../../schema/index.ts";
import { build, columnsOf, execute, type RowOf, type Statement, select, statement, variants } from "../../statement.ts";

const tokenColumns = columnsOf(accessTokens, "t");

export type TokenRow = RowOf<typeof tokenColumns>;

export interface TokenOwner {
  readonly user_id: number;
  readonly impersonation: 0 | 1;
}

export type TokenState = "all" | "active" | "inactive";

const active = sql`(t.revoked = 0 and (t.expires_at is null or t.expires_at >= ${sql.placeholder("today")}))`;
const [search, revoked] = [sql.placeholder("search"), sql.placeholder("revoked")];
/** @param owned false for the tokens of all users */
const listed = (owned: boolean) => sql`from access_tokens t
  where ${owned ? sql`t.user_id = ${sql.placeholder("user_id")}` : sql`1`} and t.impersonation = ${sql.placeholder("impersonation")}
    and t.session = 0 and (${revoked} is null or t.revoked = ${revoked})
    and (${search} is null or instr(lower(t.name), lower(${search}))) and (${sql.placeholder("state")} = 'all' or ${active} = (${sql.placeholder("state")} = 'active'))`;

const listTemplates = variants(
  (owned: boolean) =>
    select(
      tokenColumns,
      sql`${listed(owned)} order by t.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  String,
);
const countTemplates = variants((owned: boolean) => select({ total: sql<number>`count(*)` }, listed(owned)), String);

/** Null is no filter. */
export interface TokenFilter {
  readonly revoked: 0 | 1 | null;
  /** Case-insensitive part of the name. */
  readonly search: string | null;
}

/** Two statements: the page and the total. @param owner whose `user_id` is null for the tokens of all users */
export function listTokens(
  owner: Omit<TokenOwner, "user_id"> & { readonly user_id: number | null },
  state: TokenState,
  today: string,
  limit: number,
  offset: number,
  filter: TokenFilter = { revoked: null, search: null },
): [Statement<TokenRow>, Statement<{ total: number }>] {
  const values = { ...owner, ...filter, state, today, limit, offset };
  const owned = owner.user_id !== null;
  return [listTemplates(owned).with(values), countTemplates(owned).with(values)];
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
