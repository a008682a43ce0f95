// How rows of an archive become rows of another instance.
import { describe, expect, test } from "vitest";
import { IdList } from "../../scripts/backup/id-list.ts";
import { type Mapping, mapRow } from "../../scripts/backup/mapping.ts";
import {
  type AddedIds,
  addMapping,
  createdUser,
  idsToReserve,
  namespaceOf,
  planUsers,
  restoreMapping,
} from "../../scripts/backup/plan.ts";
import type { BackupTableName } from "../../src/db/queries/backup/tables.ts";
import { imported } from "../../src/db/queries/notifications/notified-events.ts";

const listOf = (...ids: number[]): IdList => {
  const list = new IdList();
  for (const id of ids) list.add(id);
  return list;
};

const ids = new Map<BackupTableName, IdList>([
  ["users", listOf(2, 7, 9)],
  ["projects", listOf(4)],
  ["issues", listOf(10, 12)],
  ["merge_requests", listOf(5)],
  ["notes", listOf(30)],
  ["milestones", listOf(3)],
  ["labels", listOf(8)],
]);

const bases = new Map(Object.keys(idsToReserve(ids)).map((table, at) => [table, 1_000 * (at + 1)]));
const base = (table: string): number => bases.get(table) ?? Number.NaN;

const added: AddedIds = {
  ids,
  bases,
  users: new Map([
    [2, { id: 2, by: "ghost", username: "ghost" }],
    [7, { id: 70, by: "email", username: "seven" }],
    [9, { id: 90, by: "created", username: "nine" }],
  ]),
  from: 6,
  home: 60,
  owner: null,
  hasHome: false,
  visibility: 10,
};
const add: Mapping = addMapping(added);

const issue = {
  id: 12,
  project_id: 4,
  author_id: 7,
  assignee_id: null,
  milestone_id: 3,
  moved_to_id: null,
  upvotes: 3,
};

test.each(["scheduled", "started"])("an import that is %s in the archive has failed", (import_status) => {
  const row = { id: 4, namespace_id: 6, creator_id: 7, visibility_level: 0, import_status, import_error: null };
  expect(mapRow("projects", row, add)).toMatchObject({
    import_status: "failed",
    import_error: "The import had not ended when it was exported",
  });
});

test("ids follow the order of the archive, and counters are left to the triggers", () => {
  expect(mapRow("issues", issue, add)).toEqual({
    id: base("issues") + 2,
    project_id: base("projects") + 1,
    author_id: 70,
    assignee_id: null,
    milestone_id: base("milestones") + 1,
    moved_to_id: null,
  });
});

test.each([
  ["an author who is unknown: the row goes", { author_id: 8 }, null],
  ["an assignee who is unknown: nobody", { assignee_id: 8 }, { assignee_id: null }],
  ["a milestone that is unknown: none", { milestone_id: 8 }, { milestone_id: null }],
  ["a project that is unknown: the row goes", { project_id: 8 }, null],
  [
    "an issue elsewhere that it moved to: one that nobody sees",
    { moved_to_id: 99 },
    { moved_to_id: base("issues") + 3 },
  ],
])("a reference to %s", (_, change, expected) => {
  const mapped = mapRow("issues", { ...issue, ...change }, add);
  if (expected === null) expect(mapped).toBeNull();
  else expect(mapped).toMatchObject(expected);
});

const note = {
  id: 30,
  project_id: 4,
  target_type: "Issue",
  target_id: 10,
  author_id: 9,
  reference_type: null,
  reference_id: null,
};

test.each([
  ["names the table by its type", {}, { target_id: base("issues") + 1 }],
  ["of a merge request", { target_type: "MergeRequest", target_id: 5 }, { target_id: base("merge_requests") + 1 }],
  ["of a record that is not there", { target_id: 99 }, null],
  ["of an unknown type", { target_type: "Snippet" }, null],
  [
    "that names an issue elsewhere",
    { reference_type: "Issue", reference_id: 99 },
    { reference_id: base("issues") + 3 },
  ],
  ["of a thread", { thread_id: 30 }, { thread_id: base("notes") + 1 }],
  ["of a thread whose first note is deleted", { thread_id: 29 }, { thread_id: -29 }],
  [
    "of the server about labels",
    { system: 1, body: "added ~8 and removed ~9 labels" },
    { body: `added ~${base("labels") + 1} and removed ~0 labels` },
  ],
  ["of a user with such words", { system: 0, body: "added ~8 label" }, { body: "added ~8 label" }],
])("a note %s", (_, change, expected) => {
  const mapped = mapRow("notes", { ...note, ...change }, add);
  if (expected === null) expect(mapped).toBeNull();
  else expect(mapped).toMatchObject(expected);
});

const event = {
  id: 1,
  kind: "issue_opened",
  actor_id: 7,
  namespace_id: 3,
  project_id: 4,
  target_id: 10,
  details: "{}",
};

describe.each(["hooks", "notification_settings", "access_requests"] as const)("a row of %s", (table) => {
  const own = new Map<BackupTableName, IdList>([...ids, [table, listOf(1)]]);
  const mapping = (hasHome: boolean): Mapping => ({
    ...add,
    hasHome,
    id: (of, id) => (of === table ? 500 + (own.get(table)?.placeOf(id) ?? 0) : add.id(of, id)),
  });
  const row = { id: 1, user_id: 7, project_id: null, group_id: null };

  test("of the project is added", () => {
    expect(mapRow(table, { ...row, project_id: 4 }, mapping(false))).toMatchObject({
      project_id: base("projects") + 1,
    });
  });

  test("of the group is added with the group, but not with a project that goes into another one", () => {
    expect(mapRow(table, { ...row, group_id: 6 }, mapping(true))).toMatchObject({ group_id: 60 });
    expect(mapRow(table, { ...row, group_id: 6 }, mapping(false))).toBeNull();
  });

  test("of neither, which would be the server's or a user's own, is left out", () => {
    expect(mapRow(table, row, mapping(true))).toBeNull();
    expect(mapRow(table, { id: 1, user_id: 7 }, mapping(true))).toBeNull();
  });
});

test("merge requests from forks outside of the archive come from different projects, which nobody sees", () => {
  const several = addMapping({ ...added, ids: new Map([...ids, ["merge_requests", listOf(5, 6)]]) });
  const request = { project_id: 4, author_id: 7, source_project_id: 99 };
  const sources = [5, 6].map((id) => mapRow("merge_requests", { ...request, id }, several)?.source_project_id);
  expect(sources).toEqual([base("projects") + 2, base("projects") + 3]);
});

test.each([
  ["the owner of the namespace it goes into", 70, 1],
  ["anybody else", 71, 0],
])("a member who is %s", (_, owner, implied) => {
  const row = { project_id: 4, user_id: 7, access_level: 40, implied: 1 - implied };
  expect(mapRow("project_members", row, addMapping({ ...added, owner }))).toMatchObject({ implied });
});

test("an id that is a text is not taken for a number", () => {
  expect(mapRow("issues", { ...issue, project_id: "4" }, add)).toBeNull();
});

describe("events that are added", () => {
  const mapping: Mapping = { ...add, id: (table, id) => (table === "events" ? 500 : add.id(table, id)) };

  test.each([
    [
      "are of this server's namespace, and marked",
      {},
      { namespace_id: 60, target_id: base("issues") + 1, details: '{"imported":true}' },
    ],
    ["of a deleted user are the ghost's", { actor_id: 8 }, { actor_id: 2 }],
    ["about a member name the user", { kind: "project_member_added", target_id: 9 }, { target_id: 90 }],
    ["about a record that is not there are left out", { target_id: 99 }, null],
    ["that no feed shows are left out", { kind: "label_created" }, null],
  ])("%s", (_, change, expected) => {
    const mapped = mapRow("events", { ...event, ...change }, mapping);
    if (expected === null) expect(mapped).toBeNull();
    else expect(mapped).toMatchObject(expected);
  });

  test("have the mark that hooks and notifications know", () => {
    const mapped = mapRow("events", event, mapping);
    expect(`'${mapped?.details}'`).toBe(imported);
  });
});

describe("a restore", () => {
  const restore = restoreMapping(ids, new Map([[6, 10]]));

  test("keeps ids, and references that no foreign key holds", () => {
    expect(mapRow("issues", { ...issue, moved_to_id: 99 }, restore)).toMatchObject({ id: 12, moved_to_id: 99 });
    expect(mapRow("events", event, { ...restore, id: (_, id) => id })).toEqual(event);
  });

  test("leaves out what belongs to a record that was deleted while the archive was made", () => {
    expect(mapRow("issues", { ...issue, project_id: 8 }, restore)).toBeNull();
    expect(mapRow("issues", { ...issue, milestone_id: 8 }, restore)).toMatchObject({ milestone_id: null });
  });

  test("makes no project more visible than its namespace", () => {
    const withNamespace = restoreMapping(new Map([...ids, ["namespaces", listOf(6)]]), new Map([[6, 10]]));
    const project = { id: 4, namespace_id: 6, creator_id: 7, forked_from_id: null, visibility_level: 20 };
    expect(mapRow("projects", project, withNamespace)).toMatchObject({ visibility_level: 10 });
  });
});

describe("users", () => {
  const archived = [
    { id: 2, username: "ghost", email: "ghost@example.com" },
    { id: 7, username: "seven", email: "Seven@Example.com" },
    { id: 8, username: "Eight", email: "eight@a.example" },
    { id: 9, username: "nine", email: "nine@a.example" },
  ];
  const existing = [
    { id: 2, username: "ghost", email: "ghost@example.com" },
    { id: 40, username: "somebody", email: "seven@example.com" },
    { id: 41, username: "eight", email: "eight@b.example" },
    { id: 42, username: "seven", email: "other@example.com" },
  ];

  test("are matched by e-mail address before user name, whatever the case", () => {
    const planned = planUsers(archived, existing, 100, new Set());
    expect([...planned.values()]).toEqual([
      { id: 2, by: "ghost", username: "ghost" },
      { id: 40, by: "email", username: "somebody" },
      { id: 41, by: "username", username: "eight" },
      { id: 104, by: "created", username: "nine" },
    ]);
  });

  test("never become the same user here", () => {
    const twins = [
      { id: 7, username: "eight", email: "seven@a.example" },
      { id: 8, username: "other", email: "eight@b.example" },
    ];
    const planned = planUsers(twins, existing, 100, new Set(["eight"]));
    expect([...planned.values()]).toEqual([
      { id: 101, by: "created", username: "eight1" },
      { id: 41, by: "email", username: "eight" },
    ]);
  });

  test("that this import has created are planned the same when it is continued", () => {
    const first = planUsers(archived, existing, 100, new Set(["nine"]));
    const created = { id: 104, username: "nine1", email: "nine@a.example" };
    expect(planUsers(archived, [...existing, created], 100, new Set(["nine"]))).toEqual(first);
    expect(first.get(9)).toEqual({ id: 104, by: "created", username: "nine1" });
  });

  test("are created blocked, never as administrators, and with a namespace", () => {
    const user = { id: 104, by: "created", username: "nine1" } as const;
    const row = { id: 9, username: "nine", admin: 1, state: "active", created_at: "c", updated_at: "u" };
    expect(createdUser(row, user)).toMatchObject({ id: 104, username: "nine1", admin: 0, state: "blocked" });
    expect(namespaceOf(row, user, 55)).toMatchObject({ id: 55, owner_id: 104, path: "nine1", kind: "user" });
  });
});

test("one id more than records is reserved, of projects one for each merge request, and a namespace for each user", () => {
  expect(idsToReserve(ids)).toEqual({
    users: 4,
    projects: 3,
    issues: 3,
    merge_requests: 2,
    notes: 2,
    milestones: 2,
    namespaces: 5,
  });
});

test("a list of ids finds the place of each, and takes them in ascending order only", () => {
  const list = new IdList();
  for (let id = 3; id < 9_000; id += 3) expect(list.add(id)).toBe(true);
  expect([list.placeOf(3), list.placeOf(8_997), list.placeOf(4), list.placeOf(0)]).toEqual([0, 2_998, -1, -1]);
  expect(list.add(8_997)).toBe(false);
  expect([...list]).toHaveLength(2_999);
});
