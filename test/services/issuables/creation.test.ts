// What follows from the assignee and the texts of a new issue or merge request.
import { describe, expect, test } from "vitest";
import { decideCreation, type NewIssuable } from "../../../src/services/issuables/creation.ts";
import { action, reader, referredIssue } from "./issuable-snapshots.ts";

const newIssue = { type: "Issue", iid: null } as const;
const newMergeRequest = { type: "MergeRequest", iid: 7 } as const;

const created = (told: Partial<NewIssuable>): NewIssuable => ({
  title: "New",
  description: null,
  assignee_id: null,
  entities: { users: [], issuables: [] },
  ...told,
});

test("of one that names nobody and nothing, nothing follows", () => {
  expect(decideCreation(newIssue, created({}), action)).toEqual({ newTodos: [], newMentions: [], crossReferences: [] });
});

describe("an assignee has a todo", () => {
  test.each([
    ["of an issue", newIssue, 20, [{ user_id: 20, action: "assigned" }]],
    ["of an issue they take themselves", newIssue, 1, [{ user_id: 1, action: "assigned" }]],
    ["of a merge request", newMergeRequest, 20, [{ user_id: 20, action: "assigned" }]],
    ["not of a merge request they take themselves", newMergeRequest, 1, []],
  ] as const)("%s", (_, issuable, assignee_id, todos) => {
    expect(decideCreation(issuable, created({ assignee_id }), action).newTodos).toEqual(todos);
  });
});

test("who is mentioned in both texts has one todo, and is recorded for each", () => {
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
  ["a merge request's iid is known", newMergeRequest, "mentioned in merge request !7"],
  ["an issue's iid is given out when it is inserted, and comes at the end", newIssue, "mentioned in issue #"],
])("in the note under what is referred to, %s", (_, issuable, body) => {
  const entities = { users: [], issuables: [referredIssue(8)] };
  const { crossReferences } = decideCreation(issuable, created({ description: "#8", entities }), action);
  expect(crossReferences).toEqual([{ type: "Issue", id: 8, project_id: 2, body }]);
});
