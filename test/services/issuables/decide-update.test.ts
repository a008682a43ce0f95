// The rules of editing an issue or a merge request, one test per rule.
import { describe, expect, test } from "vitest";
import { isEmpty } from "../../../src/services/issuables/change-set.ts";
import { decideUpdate, type UpdateParams } from "../../../src/services/issuables/decide-update.ts";
import type { IssuableSnapshot } from "../../../src/services/issuables/snapshot.ts";
import { action, issueWith, labels, mergeRequestWith, reader, referredIssue } from "./issuable-snapshots.ts";

const decide = (before: IssuableSnapshot, params: UpdateParams) => decideUpdate(before, params, action);

const milestone = { id: 30, iid: 3 };
const bob = { id: 20, username: "bob" };

test.each<[string, IssuableSnapshot, UpdateParams]>([
  ["there are no params", issueWith(), {}],
  [
    "all params equal the current values",
    issueWith({
      attributes: { title: "t", description: "d", assignee_id: 20, milestone_id: 30, due_date: "2027-01-01" },
      labels: labels(1, 2),
      named: { labels: labels(2, 1), milestone, assignee: bob },
      actorHasTodo: true,
    }),
    {
      title: "t",
      description: "d",
      assignee_id: 20,
      milestone_id: 30,
      due_date: "2027-01-01",
      confidential: 0,
      state: "opened",
      labels: ["l1", "l2"],
    },
  ],
  ["the new assignee may not read the issuable", issueWith(), { assignee_id: 20 }],
  ["a merged merge request is closed", mergeRequestWith({ attributes: { state: "merged" } }), { state: "closed" }],
  ["an open merge request is reopened", mergeRequestWith(), { state: "reopened" }],
])("changes nothing if %s", (_, before, params) => {
  expect(isEmpty(decide(before, params))).toBe(true);
});

test("writes the changed columns and updated_at", () => {
  const { columns } = decide(issueWith({ attributes: { title: "t" } }), {
    title: "t",
    description: "d",
    confidential: 1,
  });
  expect(columns).toEqual({ description: "d", confidential: 1, updated_at: action.now });
});

test.each<[string, IssuableSnapshot, UpdateParams, boolean]>([
  ["stays public", issueWith(), { title: "New" }, false],
  ["is confidential", issueWith({ attributes: { confidential: 1 } }), { title: "New" }, true],
  ["becomes confidential", issueWith(), { title: "New", confidential: 1 }, true],
  ["becomes public", issueWith({ attributes: { confidential: 1 } }), { title: "New", confidential: 0 }, true],
])("records whether the texts of an edit are secret if the issue %s", (_, before, params, isSecret) => {
  const recorded = decide(before, params).events.flatMap(({ changes }) => (changes ? [JSON.parse(changes)] : []));
  expect(recorded.map((changes) => "of_confidential" in changes)).toEqual([isSecret]);
});

test("writes a given updated_at without other changes, but records no note and no event", () => {
  const { columns, systemNotes, events } = decide(issueWith(), { updated_at: "2016-01-01T00:00:00.000Z" });
  expect({ columns, systemNotes, events }).toEqual({
    columns: { updated_at: "2016-01-01T00:00:00.000Z" },
    systemNotes: [],
    events: [],
  });
});

test("a milestone of another project removes the current one", () => {
  const { columns } = decide(issueWith({ attributes: { milestone_id: 30 } }), { milestone_id: 99 });
  expect(columns).toMatchObject({ milestone_id: null });
});

describe("the system note", () => {
  const closed = { attributes: { state: "closed" } };
  const wip = { attributes: { title: "WIP: Old" } };
  test.each<[string, IssuableSnapshot, UpdateParams, string[]]>([
    ["of a title", issueWith(), { title: "New" }, ["changed title from **Old** to **New**"]],
    ["of a milestone", issueWith({ named: { milestone } }), { milestone_id: 30 }, ["changed milestone to %3"]],
    [
      "of a removed milestone",
      issueWith({ attributes: { milestone_id: 30 } }),
      { milestone_id: null },
      ["removed milestone"],
    ],
    ["of an assignee", issueWith({ named: { assignee: bob } }), { assignee_id: 20 }, ["assigned to @bob"]],
    [
      "of a removed assignee",
      issueWith({ attributes: { assignee_id: 20 } }),
      { assignee_id: null },
      ["removed assignee"],
    ],
    ["of confidentiality", issueWith(), { confidential: 1 }, ["made the issue confidential"]],
    [
      "of ended confidentiality",
      issueWith({ attributes: { confidential: 1 } }),
      { confidential: 0 },
      ["made the issue visible to everyone"],
    ],
    ["of closing", issueWith(), { state: "closed" }, ["closed"]],
    ["of locking an issue", issueWith(), { discussion_locked: 1 }, ["locked the discussion in this issue"]],
    [
      "of unlocking a merge request",
      mergeRequestWith({ attributes: { discussion_locked: 1 } }),
      { discussion_locked: 0 },
      ["unlocked the discussion in this merge request"],
    ],
    ["of reopening an issue", issueWith(closed), { state: "opened" }, ["reopened"]],
    ["of reopening a merge request", mergeRequestWith(closed), { state: "reopened" }, ["reopened"]],
    [
      "of a target branch",
      mergeRequestWith(),
      { target_branch: "next" },
      ["changed target branch from `main` to `next`"],
    ],
    ["of one label", issueWith({ named: { labels: labels(1) } }), { labels: ["l1"] }, ["added ~1 label"]],
    [
      "of labels, by their titles",
      issueWith({ named: { labels: labels(3, 2) } }),
      { labels: ["l3", "l2"] },
      ["added ~2 ~3 labels"],
    ],
    ["of a removed label", issueWith({ labels: labels(1) }), { labels: [] }, ["removed ~1 label"]],
    [
      "of labels added and removed",
      issueWith({ labels: labels(9, 8, 4), named: { labels: labels(5, 4) } }),
      { labels: ["l4", "l5"] },
      ["added ~5 and removed ~8 ~9 labels"],
    ],
    ["of labels that the edit creates", issueWith(), { labels: ["b", "a"] }, ["added ~102 ~101 labels"]],
    [
      "of ticked and cleared tasks, one for each",
      issueWith({ attributes: { description: "- [ ] a\n- [x] b" } }),
      { description: "- [x] a\n- [ ] b" },
      ["marked the task **a** as completed", "marked the task **b** as incomplete"],
    ],
    ["of marking as work in progress", mergeRequestWith(), { title: "WIP: Old" }, ["marked as a **Work In Progress**"]],
    [
      "of unmarking as work in progress",
      mergeRequestWith(wip),
      { title: "Old" },
      ["unmarked as a **Work In Progress**"],
    ],
    [
      "of marking as work in progress with a new title",
      mergeRequestWith(),
      { title: "WIP: New" },
      ["changed title from **Old** to **WIP: New**", "marked as a **Work In Progress**"],
    ],
    [
      "of an issue's title with WIP, which is an ordinary title",
      issueWith(),
      { title: "WIP: Old" },
      ["changed title from **Old** to **WIP: Old**"],
    ],
    ["does not exist for a description and a due date", issueWith(), { description: "d", due_date: "2027-01-01" }, []],
  ])("%s", (_, before, params, notes) => {
    expect(decide(before, params).systemNotes).toEqual(notes);
  });

  test("is written for each change, in a fixed order", () => {
    const before = issueWith({
      attributes: { description: "- [ ] a" },
      named: { labels: labels(1), milestone, assignee: bob },
    });
    const { systemNotes } = decide(before, {
      state: "closed",
      description: "- [x] a",
      confidential: 1,
      title: "New",
      assignee_id: 20,
      milestone_id: 30,
      labels: ["l1"],
    });
    expect(systemNotes).toEqual([
      "added ~1 label",
      "changed milestone to %3",
      "assigned to @bob",
      "changed title from **Old** to **New**",
      "made the issue confidential",
      "closed",
      "marked the task **a** as completed",
    ]);
  });
});

describe("labels", () => {
  test("that do not exist are created with the next ids, and with events", () => {
    const { labels: changes, events } = decide(issueWith({ named: { labels: labels(1) } }), {
      labels: ["new", "l1", "newer"],
    });
    expect(changes).toEqual({
      create: [
        { id: 101, title: "new" },
        { id: 102, title: "newer" },
      ],
      add: [1, 101, 102],
      remove: [],
      carried: [],
    });
    expect(events).toMatchObject([
      { kind: "label_created", target_id: 101 },
      { kind: "label_created", target_id: 102 },
      { kind: "issue_updated", target_id: 5 },
    ]);
  });

  test.each<[string, UpdateParams, number[], number[]]>([
    ["added", { add_labels: ["l3"] }, [3], []],
    ["added that are carried", { add_labels: ["l1"] }, [], []],
    ["removed", { remove_labels: ["l1"] }, [], [1]],
    ["removed that are not carried", { remove_labels: ["l3", "unknown"] }, [], []],
    ["added to a replaced list", { labels: ["l2"], add_labels: ["l3"] }, [3], [1]],
    ["both added and removed, which removes them", { add_labels: ["l1", "l3"], remove_labels: ["l1", "l3"] }, [], [1]],
    ["added that do not exist", { add_labels: ["new"] }, [101], []],
  ])("can be %s", (_, params, add, remove) => {
    const { labels: changes } = decide(issueWith({ labels: labels(1, 2), named: { labels: labels(2, 3) } }), params);
    expect([changes.add, changes.remove, changes.carried]).toEqual([add, remove, [1, 2]]);
  });

  test.each<[string, UpdateParams, number[] | null]>([
    ["are expected unchanged by an edit of labels", { labels: [] }, [1, 2]],
    ["are ignored by an edit without labels", { title: "New" }, null],
  ])("%s", (_, params, carried) => {
    expect(decide(issueWith({ labels: labels(2, 1) }), params).labels.carried).toEqual(carried);
  });
});

describe("the time and the user of closing", () => {
  const closed = { attributes: { state: "closed" } };
  const none = { closed_at: null, closed_by_id: null };
  test.each<[string, IssuableSnapshot, UpdateParams, object]>([
    ["are set by closing", issueWith(), { state: "closed" }, { closed_at: action.now, closed_by_id: action.actorId }],
    ["are cleared by reopening an issue", issueWith(closed), { state: "opened" }, none],
    ["are cleared by reopening a merge request", mergeRequestWith(closed), { state: "reopened" }, none],
  ])("%s", (_, before, params, columns) => {
    expect(decide(before, params).columns).toMatchObject(columns);
  });

  test("stay as they are in other edits", () => {
    expect(decide(issueWith(closed), { title: "New", state: "closed" }).columns).not.toHaveProperty("closed_at");
  });
});

describe("the actor's todo", () => {
  test.each<[string, UpdateParams, boolean]>([
    ["is done by a title", { title: "New" }, true],
    ["is done by a description", { description: "d" }, true],
    ["is done by an assignee", { assignee_id: 20 }, true],
    ["is done by a milestone", { milestone_id: 30 }, true],
    ["is done by a label", { labels: ["l1"] }, true],
    ["is done by closing", { state: "closed" }, true],
    ["stays pending after confidentiality", { confidential: 1 }, false],
    ["stays pending after a due date", { due_date: "2027-01-01" }, false],
    ["stays pending after an unchanged title", { title: "Old" }, false],
  ])("%s", (_, params, isDone) => {
    const before = issueWith({ actorHasTodo: true, named: { labels: labels(1), milestone, assignee: bob } });
    expect(decide(before, params).marksTodoDone).toBe(isDone);
  });

  test("stays pending after reopening", () => {
    const before = issueWith({ actorHasTodo: true, attributes: { state: "closed" } });
    expect(decide(before, { state: "opened" }).marksTodoDone).toBe(false);
  });

  test("is not written if there is none", () => {
    expect(decide(issueWith(), { title: "New" }).marksTodoDone).toBe(false);
  });
});

describe("a new assignee", () => {
  const self = { id: action.actorId, username: "self" };
  test.each<[string, IssuableSnapshot, UpdateParams, unknown]>([
    [
      "of an issue gets a todo",
      issueWith({ named: { assignee: bob } }),
      { assignee_id: 20 },
      [{ user_id: 20, action: "assigned" }],
    ],
    [
      "who assigns an issue to themselves gets a todo",
      issueWith({ named: { assignee: self } }),
      { assignee_id: 1 },
      [{ user_id: 1, action: "assigned" }],
    ],
    [
      "of a merge request gets a todo",
      mergeRequestWith({ named: { assignee: bob } }),
      { assignee_id: 20 },
      [{ user_id: 20, action: "assigned" }],
    ],
    [
      "who assigns a merge request to themselves gets no todo",
      mergeRequestWith({ named: { assignee: self } }),
      { assignee_id: 1 },
      [],
    ],
  ])("%s", (_, before, params, todos) => {
    expect(decide(before, params).newTodos).toEqual(todos);
  });
});

describe("events", () => {
  const closed = { attributes: { state: "closed" } };
  test.each<[string, IssuableSnapshot, UpdateParams, string[]]>([
    ["of an edit", issueWith(), { due_date: "2027-01-01" }, ["issue_updated"]],
    ["of closing an issue", issueWith(), { state: "closed" }, ["issue_updated", "issue_closed"]],
    ["of reopening an issue", issueWith(closed), { state: "opened" }, ["issue_updated", "issue_reopened"]],
    ["of editing a merge request", mergeRequestWith(), { title: "New" }, ["merge_request_updated"]],
    ["of closing a merge request", mergeRequestWith(), { state: "closed" }, ["merge_request_closed"]],
    ["of reopening a merge request", mergeRequestWith(closed), { state: "reopened" }, ["merge_request_reopened"]],
    [
      "of editing and closing a merge request",
      mergeRequestWith(),
      { title: "New", state: "closed" },
      ["merge_request_updated", "merge_request_closed"],
    ],
  ])("%s", (_, before, params, kinds) => {
    expect(decide(before, params).events.map(({ kind }) => kind)).toEqual(kinds);
  });

  test("contain the old and new assignee and the added labels", () => {
    const before = issueWith({
      attributes: { assignee_id: 10 },
      labels: labels(9),
      named: { assignee: bob, labels: labels(1) },
    });
    const { events } = decide(before, { assignee_id: 20, labels: ["l1"] });
    expect(events.map(({ details }) => JSON.parse(details ?? "null"))).toEqual([
      { assignee_id: [10, 20], added_labels: [1] },
    ]);
  });

  test("have no details if neither changes", () => {
    const { events } = decide(issueWith({ labels: labels(9) }), { title: "New", labels: [] });
    expect(events.map(({ details }) => details)).toEqual([null]);
  });
});

describe("a mentioned user", () => {
  const todosOf = (before: IssuableSnapshot, params: UpdateParams) => decide(before, params).newTodos;
  const users = [reader("bob", 20), reader("all", 20), reader("all", 21)];

  test.each<[string, IssuableSnapshot, UpdateParams, unknown]>([
    [
      "gets a todo",
      issueWith({ named: { users } }),
      { description: "ask @bob" },
      [{ user_id: 20, action: "mentioned" }],
    ],
    [
      "gets another kind of todo if directly addressed",
      issueWith({ named: { users } }),
      { title: "@bob: ask" },
      [{ user_id: 20, action: "directly_addressed" }],
    ],
    [
      "gets one todo for several names",
      issueWith({ named: { users } }),
      { description: "@bob, ask @all" },
      [
        { user_id: 20, action: "directly_addressed" },
        { user_id: 21, action: "mentioned" },
      ],
    ],
    [
      "gets none for a name in the old texts",
      issueWith({ attributes: { title: "@bob" }, named: { users } }),
      { description: "ask @bob" },
      [],
    ],
    [
      "gets none if mentioned before by another name",
      issueWith({ mentions: [{ source_type: "IssueTitle", user_id: 20 }], named: { users } }),
      { description: "ask @bob" },
      [],
    ],
    [
      "gets none if they may not read the issuable",
      issueWith({ named: { users: [{ ...reader("bob", 20), reads: 0 }] } }),
      { description: "@bob" },
      [],
    ],
    [
      "gets one if they may read it as its assignee",
      issueWith({ attributes: { assignee_id: 20 }, named: { users: [{ ...reader("bob", 20), reads: 0 }] } }),
      { description: "@bob" },
      [{ user_id: 20, action: "directly_addressed" }],
    ],
    [
      "gets none if the edit unassigns them, so that they may not read it",
      issueWith({ attributes: { assignee_id: 20 }, named: { users: [{ ...reader("bob", 20), reads: 0 }] } }),
      { description: "@bob", assignee_id: null },
      [],
    ],
  ])("%s", (_, before, params, todos) => {
    expect(todosOf(before, params)).toEqual(todos);
  });

  test("is recorded for each text, and removed with it", () => {
    const before = issueWith({
      attributes: { description: "@eve" },
      mentions: [
        { source_type: "Issue", user_id: 25 },
        { source_type: "IssueTitle", user_id: 26 },
      ],
      named: { users },
    });
    const { newMentions, oldMentions } = decide(before, { description: "@bob" });
    expect({ newMentions, oldMentions }).toEqual({
      newMentions: [{ source_type: "Issue", user_id: 20 }],
      oldMentions: [{ source_type: "Issue", user_id: 25 }],
    });
  });

  test("is unaffected by an edit of the other text", () => {
    const before = issueWith({ mentions: [{ source_type: "Issue", user_id: 25 }] });
    expect(decide(before, { title: "New" })).toMatchObject({ newMentions: [], oldMentions: [] });
  });
});

describe("a referenced issue", () => {
  test.each([
    ["gets a note", issueWith({ named: { issuables: [referredIssue(8)] } }), ["mentioned in issue #7"]],
    [
      "gets a note from a merge request",
      mergeRequestWith({ named: { issuables: [referredIssue(8)] } }),
      ["mentioned in merge request !7"],
    ],
    [
      "gets a note with the path of the other project",
      issueWith({ named: { issuables: [{ ...referredIssue(8), path_back: "a/b" }] } }),
      ["mentioned in issue a/b#7"],
    ],
    [
      "gets one note for several references",
      issueWith({ named: { issuables: [referredIssue(8), referredIssue(8)] } }),
      ["mentioned in issue #7"],
    ],
    ["gets no second note", issueWith({ named: { issuables: [{ ...referredIssue(8), is_noted: 1 }] } }), []],
    [
      "gets no note from an actor who may not see it",
      issueWith({ named: { issuables: [{ ...referredIssue(8), is_visible: 0 }] } }),
      [],
    ],
  ] as const)("%s", (_, before, bodies) => {
    expect(decide(before, { description: "see #3" }).crossReferences.map(({ body }) => body)).toEqual(bodies);
  });
});
