// Personal access and impersonation tokens. Sessions, which are in the same table, are in sessions.ts.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { accessTokens } from "../../schema/index.ts";
import { build, columnsOf, type RowOf, type Statement, select, statement } from "../../statement.ts";

const tokenColumns = columnsOf(accessTokens, "t");

export type TokenRow = RowOf<typeof tokenColumns>;

export interface TokenOwner {
  readonly user_id: number;
  readonly impersonation: 0 | 1;
}

export type TokenState = "all" | "active" | "inactive";

const active = sql`(t.revoked = 0 and (t.expires_at is null or t.expires_at >= ${sql.placeholder("today")}))`;
const ofOwner = sql`from access_tokens t
  where t.user_id = ${sql.placeholder("user_id")} and t.impersonation = ${sql.placeholder("impersonation")}
    and t.session = 0 and (${sql.placeholder("state")} = 'all' or ${active} = (${sql.placeholder("state")} = 'active'))`;

const listTemplate = select(
  tokenColumns,
  sql`${ofOwner} order by t.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);
const countTemplate = select({ total: sql<number>`count(*)` }, ofOwner);

/** Two statements: the page and the total. */
export function listTokens(
  owner: TokenOwner,
  state: TokenState,
  today: string,
  limit: number,
  offset: number,
): [Statement<TokenRow>, Statement<{ total: number }>] {
  const values = { ...owner, state, today, limit, offset };
  return [listTemplate.with(values), countTemplate.with(values)];
}

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
