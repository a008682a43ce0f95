// Which notification setting applies to a user in a project, and who watches it, as the database query returns it.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { insertGroup } from "../../src/db/queries/groups/groups.ts";
import { insertMember } from "../../src/db/queries/members/members.ts";
import {
  listCountingSettings,
  listWatchers,
  type SettingScope,
  saveSetting,
} from "../../src/db/queries/notifications/settings.ts";
import { insertProject } from "../../src/db/queries/projects/projects.ts";
import { insertUser } from "../../src/db/queries/users/writes.ts";
import type { NotificationLevel } from "../../src/db/schema/notifications.ts";
import { execute } from "../../src/db/statement.ts";
import { nodeDatabase } from "../support/node-database.ts";

const now = "2026-01-01T00:00:00.000Z";
const today = "2026-01-01";
const times = { created_at: now, updated_at: now };

const ANNA = 10;
const GROUP = 20;
const PROJECT = 30;
const all = { kind: "all" } as const;
const group = { kind: "group", id: GROUP } as const;
const project = { kind: "project", id: PROJECT } as const;
const news = { project_id: PROJECT, after: 0, limit: 50 };

type Choice = readonly [place: SettingScope, level: NotificationLevel, ...events: string[]];

/** A project in a group, and a user with these settings. */
async function world(choices: readonly Choice[], membership?: { expires_at: string | null }): Promise<Database> {
  const db = nodeDatabase();
  const creator = ANNA + 1;
  await db.batch(
    insertUser({ id: ANNA, username: "anna", name: "Anna", email: "anna@example.com", ...times }),
    insertUser({ id: creator, username: "bert", name: "Bert", email: "bert@example.com", ...times }),
    insertGroup({ id: GROUP, name: "Group", path: "group", ...times }),
    insertProject({
      id: PROJECT,
      namespace_id: GROUP,
      creator_id: creator,
      name: "Project",
      path: "project",
      runners_token: "x",
      last_activity_at: now,
      ...times,
    }),
    ...(membership === undefined
      ? []
      : [insertMember(project, { user_id: ANNA, access_level: 10, created_at: now, ...membership })]),
    execute(sql`insert into events (id, kind, actor_id, project_id, target_id, created_at)
      values (1, 'issue_opened', ${creator}, ${PROJECT}, 1, ${now})`),
    ...choices.map(([place, level, ...on]) => saveSetting(place, ANNA, { level, on, off: [] }, now)),
  );
  return db;
}

test.for<[what: string, choices: Choice[], level: string, events: string]>([
  ["the default without any setting", [], "participating", "[]"],
  ["the global one", [[all, "mention"]], "mention", "[]"],
  [
    "that of the group over the global one",
    [
      [all, "mention"],
      [group, "watch"],
    ],
    "watch",
    "[]",
  ],
  [
    "that of the project over those",
    [
      [all, "mention"],
      [group, "watch"],
      [project, "disabled"],
    ],
    "disabled",
    "[]",
  ],
  [
    "that of the group if the project has `global`",
    [
      [all, "mention"],
      [group, "watch"],
      [project, "global"],
    ],
    "watch",
    "[]",
  ],
  [
    "the global one if both have `global`",
    [
      [all, "mention"],
      [group, "global"],
      [project, "global"],
    ],
    "mention",
    "[]",
  ],
  [
    "custom events with their level",
    [
      [all, "custom", "new_note"],
      [group, "watch"],
    ],
    "watch",
    "[]",
  ],
  [
    "a project's own custom events",
    [
      [all, "custom", "new_note"],
      [project, "custom", "new_issue"],
    ],
    "custom",
    '["new_issue"]',
  ],
])("the setting that applies is %s", async ([, choices, level, events]) => {
  const db = await world(choices);
  const [rows] = await db.batch(listCountingSettings(PROJECT, [ANNA]));
  expect(rows).toEqual([{ user_id: ANNA, level, events }]);
});

test.for<[what: string, choices: Choice[]]>([
  ["who watches it", [[project, "watch"]]],
  ["who watches its group", [[group, "watch"]]],
  [
    "who watches its group and has `global` in the project",
    [
      [group, "watch"],
      [project, "global"],
    ],
  ],
  ["who chose events of it", [[project, "custom", "new_issue"]]],
  ["who chose events of its group", [[group, "custom", "new_issue"]]],
])("a stranger watches: %s", async ([, choices]) => {
  const db = await world(choices);
  expect(await db.batch(listWatchers(news, today))).toEqual([[{ user_id: ANNA }]]);
});

test.for<[what: string, choices: Choice[]]>([
  ["who has no setting", []],
  [
    "who watches the group, but not this project",
    [
      [group, "watch"],
      [project, "participating"],
    ],
  ],
  ["who chose no event", [[project, "custom"]]],
  ["who watches globally without being a member", [[all, "watch"]]],
  [
    "who watches globally without being a member and has `global` in the project",
    [
      [all, "watch"],
      [project, "global"],
    ],
  ],
])("a stranger does not watch: %s", async ([, choices]) => {
  const db = await world(choices);
  expect(await db.batch(listWatchers(news, today))).toEqual([[]]);
});

test.for<[what: string, choices: Choice[], isWatching: boolean]>([
  ["who watches globally is", [[all, "watch"]], true],
  ["who chose events is", [[all, "custom", "new_issue"]], true],
  ["with level participating is not", [[all, "participating"]], false],
  [
    "who watches globally but not in the group is not",
    [
      [all, "watch"],
      [group, "mention"],
    ],
    false,
  ],
])("a member %s watching", async ([, choices, isWatching]) => {
  const db = await world(choices, { expires_at: null });
  expect(await db.batch(listWatchers(news, today))).toEqual([isWatching ? [{ user_id: ANNA }] : []]);
});

test("an expired membership watches nothing", async () => {
  const db = await world([[all, "watch"]], { expires_at: "2025-12-31" });
  expect(await db.batch(listWatchers(news, today))).toEqual([[]]);
});

test("without events after the position no watcher is listed", async () => {
  const db = await world([[project, "watch"]]);
  expect(await db.batch(listWatchers({ ...news, after: 1 }, today))).toEqual([[]]);
});
