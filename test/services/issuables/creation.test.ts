// The todos, mentions and cross references of a new issue or merge request.
import { describe, expect, test } from "vitest";
import { decideCreation, type NewIssuable } from "../../../src/services/issuables/creation.ts";
import { action, reader, referredIssue } from "./issuable-snapshots.ts";

const newIssue = { type: "Issue", iid: null } as const;
const newMergeRequest = { type: "MergeRequest", iid: 7 } as const;

const created = (given: Partial<NewIssuable>): NewIssuable => ({
  title: "New",
  description: null,
  assignee_id: null,
  entities: { users: [], issuables: [] },
  ...given,
});

test("an issuable that names no user and no issuable has none", () => {
  expect(decideCreation(newIssue, created({}), action)).toEqual({ newTodos: [], newMentions: [], crossReferences: [] });
});

describe("an assignee", () => {
  test.each([
    ["of an issue gets a todo", newIssue, 20, [{ user_id: 20, action: "assigned" }]],
    ["who assigns an issue to themselves gets a todo", newIssue, 1, [{ user_id: 1, action: "assigned" }]],
    ["of a merge request gets a todo", newMergeRequest, 20, [{ user_id: 20, action: "assigned" }]],
    ["who assigns a merge request to themselves gets no todo", newMergeRequest, 1, []],
  ] as const)("%s", (_, issuable, assignee_id, todos) => {
    expect(decideCreation(issuable, created({ assignee_id }), action).newTodos).toEqual(todos);
  });
});

test("a user mentioned in both texts gets one todo and a recorded mention for each", () => {
  const entities = { users: [reader("bob", 20)], issuables: [] };
  const texts = { title: "Ask @bob", description: "Indeed, @bob" };
  expect(decideCreation(newIssue, created({ ...texts, entities }), action)).toMatchObject({
    newTodos: [{ user_id: 20, action: "mentioned" }],
    newMentions: [
      { source_type: "IssueTitle", user_id: 20 },
      { source_type: "Issue", user_id: 20 },
    ],
  });
});

test.each([
  ["contains a merge request's iid, which is known", newMergeRequest, "mentioned in merge request !7"],
  ["lacks an issue's iid, which its insert appends", newIssue, "mentioned in issue #"],
])("the note of a cross reference %s", (_, issuable, body) => {
  const entities = { users: [], issuables: [referredIssue(8)] };
  const { crossReferences } = decideCreation(issuable, created({ description: "#8", entities }), action);
  expect(crossReferences).toEqual([{ type: "Issue", id: 8, project_id: 2, body }]);
});
