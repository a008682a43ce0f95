// Users and their access tokens.
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { date, flag, id, timestamp } from "./columns.ts";

export type UserState = "active" | "blocked";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    username: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    state: text().$type<UserState>().notNull().default("active"),
    admin: flag(),
    external: flag(),
    can_create_group: flag(1),
    projects_limit: integer().notNull().default(100_000),
    bio: text(),
    location: text(),
    skype: text().notNull().default(""),
    linkedin: text().notNull().default(""),
    twitter: text().notNull().default(""),
    website_url: text().notNull().default(""),
    organization: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    index("users_by_state").on(t.state),
    uniqueIndex("users_username_key").on(sql`lower(username)`),
    uniqueIndex("users_email_key").on(sql`lower(email)`),
  ],
);

/**
 * Personal access and impersonation tokens, and the sessions of the web pages, whose cookie is a token that only the
 * pages accept. Only the SHA-256 of a token is stored.
 */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    token_hash: text().notNull(),
    /** JSON array of scopes, see permissions/scopes.ts. */
    scopes: text().notNull(),
    impersonation: flag(),
    revoked: flag(),
    expires_at: date(),
    created_at: timestamp(),
    /** 1 for a session. Its name is the browser's. */
    session: flag(),
    /** The token that signed in, with which the session ends; null for ROOT_TOKEN, which no row has. */
    session_of: integer().references((): AnySQLiteColumn => accessTokens.id, { onDelete: "cascade" }),
  },
  (t) => [
    index("access_tokens_sessions").on(t.session_of).where(sql`session_of is not null`),
    uniqueIndex("access_tokens_token_hash_key").on(t.token_hash),
    index("access_tokens_by_user").on(t.user_id, t.impersonation, t.id),
  ],
);

/** The number of users per state and kind, maintained by triggers so that X-Total needs no count. */
export const userTotals = sqliteTable(
  "user_totals",
  {
    state: text().$type<UserState>().notNull(),
    external: flag(),
    count: integer().notNull().default(0),
  },
  (t) => [uniqueIndex("user_totals_key").on(t.state, t.external)],
);
