// Discussions, notes, award emoji, mentions and participants of issuables.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type Flag, flag, id, timestamp } from "./columns.ts";
import type { AwardableType, IssuableType, TextType } from "./issuables.ts";
import { mergeRequests } from "./merge-requests.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** A resolvable thread of notes on a merge request; deleted with the last of its notes. */
export const discussions = sqliteTable(
  "discussions",
  {
    id: id(),
    merge_request_id: integer()
      .notNull()
      .references(() => mergeRequests.id, { onDelete: "cascade" }),
    /** Null while unresolved. */
    resolved_at: text(),
    resolved_by_id: integer().references(() => users.id, { onDelete: "set null" }),
    /** JSON: the place in a diff that it is about (db/queries/noteables/positions.ts); null for none. */
    position: text(),
    created_at: timestamp(),
  },
  (t) => [
    index("discussions_of_merge_request").on(t.merge_request_id, t.id),
    index("open_discussions_of_merge_request").on(t.merge_request_id).where(sql`resolved_at is null`),
    index("discussions_by_resolver").on(t.resolved_by_id),
  ],
);

export const notes = sqliteTable(
  "notes",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
    author_id: integer()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    /** Written by the server, to record what the author did. */
    system: flag(),
    /** A "mentioned in" note: one for each issuable that mentions this one. */
    cross_reference: flag(),
    /** The issuable that the note names. Viewers who cannot see it do not see the note. */
    reference_type: text().$type<IssuableType>(),
    reference_id: integer(),
    /** Null for a note outside a discussion. */
    discussion_id: integer().references(() => discussions.id, { onDelete: "cascade" }),
    /**
     * The id of the note that began the thread, which may be deleted; null for a note without a thread. Written as 0 for
     * a note that begins one, and left out for a note of a discussion: a trigger sets it.
     */
    thread_id: integer(),
    /** 0 for the first note of a thread, and for a note without one. */
    reply: flag(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    index("notes_of_target").on(t.target_type, t.target_id, t.id),
    index("notes_of_target_by_created").on(t.target_type, t.target_id, t.created_at, t.id),
    index("notes_of_thread")
      .on(t.target_type, t.target_id, t.thread_id, t.reply, t.id)
      .where(sql`thread_id is not null`),
    index("notes_with_reference").on(t.target_type, t.target_id, t.id).where(sql`reference_id is not null`),
    uniqueIndex("notes_cross_reference_key")
      .on(t.target_type, t.target_id, t.reference_type, t.reference_id)
      .where(sql`cross_reference = 1`),
    index("notes_of_discussion").on(t.discussion_id, t.id).where(sql`discussion_id is not null`),
    index("notes_by_author").on(t.author_id),
    index("notes_by_project").on(t.project_id),
  ],
);

export const awardEmoji = sqliteTable(
  "award_emoji",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<AwardableType>().notNull(),
    target_id: integer().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  (t) => [
    uniqueIndex("award_emoji_key").on(t.target_type, t.target_id, t.user_id, t.name),
    index("award_emoji_of_target").on(t.target_type, t.target_id, t.id),
    index("award_emoji_by_user").on(t.user_id),
    index("award_emoji_by_project").on(t.project_id),
  ],
);

/** Users mentioned by name in a text: an issuable's description, its title, or a note. */
export const mentions = sqliteTable(
  "mentions",
  {
    source_type: text().$type<TextType>().notNull(),
    source_id: integer().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: "mentions_key", columns: [t.source_type, t.source_id, t.user_id] }),
    index("mentions_by_user").on(t.user_id),
    index("mentions_by_project").on(t.project_id),
  ],
);

/** Why a user takes part in an issuable (counted by triggers), and whether they subscribed or unsubscribed. */
export const participants = sqliteTable(
  "participants",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    target_type: text().$type<IssuableType>().notNull(),
    target_id: integer().notNull(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Null without an explicit setting: participants are subscribed. */
    subscribed: integer().$type<Flag>(),
    notes: integer().notNull().default(0),
    awards: integer().notNull().default(0),
    mentions: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: "participants_key", columns: [t.target_type, t.target_id, t.user_id] }),
    index("participants_by_user").on(t.user_id),
    index("participants_by_project").on(t.project_id),
  ],
);
