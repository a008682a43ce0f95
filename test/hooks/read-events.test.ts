// Which events produce hook deliveries, and which are merged into another event.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findHookEvents } from "../../src/db/queries/hooks/events.ts";
import { insertHook } from "../../src/db/queries/hooks/hooks.ts";
import { execute } from "../../src/db/statement.ts";
import { Repositories, type RepositoryNamespace } from "../../src/durable-objects/repositories.ts";
import { type DomainEvent, recordEvent } from "../../src/events/events.ts";
import { readHookEvents } from "../../src/hooks/read-events.ts";
import { nodeDatabase } from "../support/node-database.ts";

const now = "2026-01-01T00:00:00.000Z";
const later = "2026-01-01T00:00:01.000Z";

test.each([
  ["by the same change", { actorId: 1, now }, 1],
  ["by somebody else", { actorId: 2, now }, 0],
  ["afterwards", { actorId: 1, now: later }, 0],
] as const)(
  "an update of an issue is superseded by its closing only if both are one change: closed %s",
  async (_, closing, superseded) => {
    const db = nodeDatabase();
    const issue = { project_id: 7, target_id: 8 };
    await db.batch(
      recordEvent({ actorId: 1, now }, { kind: "issue_updated", ...issue }),
      recordEvent(closing, { kind: "issue_closed", ...issue }),
    );
    const [news] = await db.batch(findHookEvents({ kind: "project", id: 7 }, 0, 10));
    expect(news).toMatchObject([
      { kind: "issue_updated", superseded },
      { kind: "issue_closed", superseded: 0 },
    ]);
  },
);

const GROUP = 60;
const PROJECT = 70;
const ROOT = 1;
/** The id of what was deleted meanwhile. */
const gone = 999;
/** As the events of memberships have them. */
const details = JSON.stringify({ access_level: 30, created_at: now, expires_at: null });

test.each<[string, DomainEvent]>([
  ["a user who is gone", { kind: "user_created", target_id: gone }],
  ["a group that is gone", { kind: "group_created", namespace_id: gone }],
  ["a member of a group who is gone", { kind: "group_member_added", namespace_id: GROUP, target_id: gone }],
  ["a member of a group that is gone", { kind: "group_member_added", namespace_id: gone, target_id: ROOT }],
  ["a member of a project who is gone", { kind: "project_member_added", project_id: PROJECT, target_id: gone }],
  ["a member of a project that is gone", { kind: "project_member_added", project_id: gone, target_id: ROOT }],
  ["an emoji that is gone", { kind: "award_emoji_given", project_id: PROJECT, target_id: gone }],
])("%s is passed over, and does not delay what follows", async (_, event) => {
  const db = nodeDatabase();
  const times = sql`${now}, ${now}`;
  await db.batch(
    execute(
      sql`insert into namespaces (id, kind, name, path, created_at, updated_at) values (${GROUP}, 'group', 'g', 'g', ${times})`,
    ),
    execute(sql`insert into projects (id, namespace_id, creator_id, name, path, runners_token, created_at, updated_at,
      last_activity_at) values (${PROJECT}, ${GROUP}, ${ROOT}, 'p', 'p', '', ${times}, ${now})`),
    insertHook({
      url: "https://receiver.example",
      signing_secret: "",
      emoji_events: 1,
      origin: "https://tributary.example.com",
      created_at: now,
      updated_at: now,
    }),
    recordEvent({ actorId: ROOT, now }, { ...event, details: sql`${details}` }),
    recordEvent({ actorId: ROOT, now }, { kind: "group_created", namespace_id: GROUP }),
  );
  const repositories = new Repositories({} as RepositoryNamespace);
  const page = await readHookEvents({ db, repositories }, { kind: "server" }, 0, 10);
  expect(page.failure).toBeNull();
  expect(page.dispatches.map(({ body }) => JSON.parse(body ?? "").event_name)).toEqual(["group_create"]);
});
