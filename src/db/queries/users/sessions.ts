// Sessions of the web pages: rows of access_tokens that the API does not accept, because their token has another form.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { execute, type RowOf, type Statement, selectWith } from "../../statement.ts";

export interface NewSession {
  /** Of the session's token. */
  readonly token_hash: string;
  /** The browser's name. */
  readonly name: string;
  /** `YYYY-MM-DD`, the last day of the session. */
  readonly expires_at: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly now: string;
}

/**
 * Begins a session of the owner of an access token, if that is valid, has scope `api` and its owner is active. It does
 * not outlast the token. Returns the session's id.
 *
 * @param signedInWith hash of the access token
 */
export const beginSession = (session: NewSession, signedInWith: string): Statement<{ id: number }> =>
  execute(sql`insert into access_tokens
      (user_id, name, token_hash, scopes, impersonation, expires_at, created_at, session, session_of)
    select t.user_id, ${session.name}, ${session.token_hash}, t.scopes, t.impersonation,
      min(coalesce(t.expires_at, ${session.expires_at}), ${session.expires_at}), ${session.now}, 1, t.id
    from access_tokens t join users u on u.id = t.user_id and u.state = 'active'
    where t.token_hash = ${signedInWith} and t.session = 0 and t.revoked = 0
      and (t.expires_at is null or t.expires_at >= ${session.today}) and instr(t.scopes, '"api"') > 0
    returning id`);

/** Begins a session of ROOT_TOKEN's user. @param userId that user's id */
export const beginRootSession = (session: NewSession, userId: number): Statement<{ id: number }> =>
  execute(sql`insert into access_tokens
      (user_id, name, token_hash, scopes, impersonation, expires_at, created_at, session, session_of)
    select u.id, ${session.name}, ${session.token_hash}, '["api"]', 0, ${session.expires_at}, ${session.now}, 1, null
    from users u where u.id = ${userId} and u.state = 'active'
    returning id`);

/** Deletes the ended sessions of the user to whom a session belongs. @param tokenHash of that session */
export const deleteEndedSessions = (tokenHash: string, today: string): Statement =>
  execute(sql`delete from access_tokens where session = 1 and expires_at < ${today}
    and user_id = (select s.user_id from access_tokens s where s.token_hash = ${tokenHash})`);

export const endSession = (tokenHash: string): Statement =>
  execute(sql`delete from access_tokens where token_hash = ${tokenHash} and session = 1`);

/** Ends one session of a user, by its id. Idempotent. */
export const endSessionOf = (userId: number, id: number): Statement<{ id: number }> =>
  execute(sql`delete from access_tokens where id = ${id} and user_id = ${userId} and session = 1 returning id`);

/** Ends all sessions of a user but one. @param tokenHash of that session */
export const endOtherSessions = (userId: number, tokenHash: string): Statement<{ id: number }> =>
  execute(sql`delete from access_tokens where user_id = ${userId} and session = 1 and token_hash <> ${tokenHash}
    returning id`);

const listColumns = {
  id: sql<number>`t.id`,
  /** The browser's name, as it calls itself. */
  name: sql<string>`t.name`,
  /** 1 if an impersonation token began it. */
  impersonation: sql<Flag>`t.impersonation`,
  created_at: sql<string>`t.created_at`,
  /** `YYYY-MM-DD`, its last day. */
  expires_at: sql<string>`t.expires_at`,
  /** 1 for the session of the request. */
  is_current: sql<Flag>`t.token_hash = ${sql.placeholder("token_hash")}`,
};

export type SessionRow = RowOf<typeof listColumns>;

const listTemplate = selectWith(
  [viewerCte],
  listColumns,
  sql`from viewer cross join access_tokens t
    where t.user_id = viewer_id and t.session = 1 and t.revoked = 0 and t.expires_at >= viewer_today
    order by t.id desc limit 100`,
);

/** The viewer's newest 100. */
export const listSessions = (viewer: ViewerKey): Statement<SessionRow> => listTemplate.with({ ...viewer });
