// The parameter labels of the issue lists: any of them must match, in the list of a group all of them.
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createLabel } from "../labels/labels.ts";
import { byAll, createLists, editIssue, exactly, issuesOf, issuesOfGroup, list, listAll } from "./issue-lists.ts";

/** Issues with one label, with both, with another and with none, in all four lists. */
async function createLabelled() {
  const lists = await createLists();
  const create = (labels: string) =>
    createIssue(lists.owner, lists.project, { labels, milestone_id: lists.milestone.id });
  const bug = await create("bug");
  const both = await create("ui,bug");
  const ui = await create("ui");
  const bare = await create("");
  return { lists, bug, both, ui, bare };
}

test("one label matches issues that have it, which show all of their labels", async () => {
  const { lists, bug, both } = await createLabelled();
  expect(await listAll(lists, { labels: "bug" })).toEqual(byAll(exactly(bug, both)));
  const answers = await Promise.all(lists.paths.map((path) => lists.owner.get(path, { labels: "bug", sort: "asc" })));
  expect(answers.map(({ body }) => body.map(({ labels }: { labels: string[] }) => labels))).toEqual(
    byAll([["bug"], ["bug", "ui"]]),
  );
});

test("several labels match issues with any of them, each once; in the list of a group all are required", async () => {
  const { lists, bug, both, ui } = await createLabelled();
  const any = exactly(bug, both, ui);
  expect(await listAll(lists, { labels: "bug,ui" })).toEqual([any, exactly(both), any, any]);
  expect(await listAll(lists, { labels: "ui,bug,ui,bug" })).toEqual([any, exactly(both), any, any]);
  const some = exactly(bug, both);
  expect(await listAll(lists, { labels: "bug,nobody has this" })).toEqual([some, exactly(), some, some]);
});

test.each([
  [","],
  [",,,"],
  ["Bug"],
  ["BUG"],
  [" bug"],
  ["bug "],
  ["bu"],
  ["bug%"],
  ["b_g"],
  ["%"],
  ["*"],
  ["bug ui"],
  ["bug;ui"],
  ["No label"],
  ["null"],
])("labels=%j matches nothing", async (labels) => {
  const { lists } = await createLabelled();
  expect(await listAll(lists, { labels })).toEqual(byAll(exactly()));
});

test("labels are not trimmed, and a trailing comma adds none", async () => {
  const { lists, bug, both, ui } = await createLabelled();
  expect(await listAll(lists, { labels: "bug," })).toEqual(byAll(exactly(bug, both)));
  expect(await listAll(lists, { labels: "bug,,," })).toEqual(byAll(exactly(bug, both)));
  const [own, , project] = await listAll(lists, { labels: "bug, ui" });
  expect([own, project]).toEqual([exactly(bug, both), exactly(bug, both)]);
  const [, group] = await listAll(lists, { labels: ",ui" });
  expect(group).toEqual(exactly());
  expect((await listAll(lists, { labels: ",ui" }))[0]).toEqual(exactly(both, ui));
});

test.each([
  "100%",
  "a_b",
  "it's",
  'say "hello"',
  "back\\slash",
  "why? & how: /path/-",
  "two words",
  "[x]",
  '["bug"]',
  "ärger",
  "バグ",
  "🐛",
  "1",
  "No Labels",
])("the label %j is matched exactly", async (label) => {
  const lists = await createLists();
  const issue = await createIssue(lists.owner, lists.project, { labels: label, milestone_id: lists.milestone.id });
  await createIssue(lists.owner, lists.project, { labels: "100x,aXb,bug", milestone_id: lists.milestone.id });
  expect(await listAll(lists, { labels: label })).toEqual(byAll(exactly(issue)));
});

test("a filter can name 250 labels", async () => {
  const { lists, bug, both } = await createLabelled();
  const others = Array.from({ length: 249 }, (_, at) => `label ${at}`);
  const any = exactly(bug, both);
  expect(await listAll(lists, { labels: [...others, "bug"].join(",") })).toEqual([any, exactly(), any, any]);
});

test("an issue can have 250 labels, and a group's list can filter by all of them", async () => {
  const lists = await createLists();
  const labels = Array.from({ length: 250 }, (_, at) => `label ${at}`).join(",");
  const issue = await createIssue(lists.owner, lists.project, { labels, milestone_id: lists.milestone.id });
  expect(await listAll(lists, { labels })).toEqual(byAll(exactly(issue)));
  expect((await listAll(lists, { labels: `${labels},one more` }))[1]).toEqual(exactly());
});

describe("No Label", () => {
  test("matches unlabelled issues in the list of a group", async () => {
    const { lists, bare } = await createLabelled();
    expect(await listAll(lists, { labels: "No Label" })).toEqual([exactly(), exactly(bare), exactly(), exactly()]);
  });

  test("is an ordinary label elsewhere", async () => {
    const lists = await createLists();
    const { owner, project, milestone } = lists;
    const named = await createIssue(owner, project, { labels: "No Label", milestone_id: milestone.id });
    const bare = await createIssue(owner, project, { milestone_id: milestone.id });
    const found = exactly(named);
    expect(await listAll(lists, { labels: "No Label" })).toEqual([found, exactly(bare), found, found]);
  });
});

test("labels of the same name in several projects of a group count as one", async () => {
  const { owner, group, project } = await createLists();
  const other = await createProject(owner, { namespace_id: group.id });
  const one = await createIssue(owner, project, { labels: "bug,ui" });
  const two = await createIssue(owner, other, { labels: "ui,bug" });
  await createIssue(owner, other, { labels: "bug" });
  expect(await list(owner, issuesOfGroup(group), { labels: "bug,ui" })).toEqual(exactly(one, two));
  expect(await list(owner, "/issues", { labels: "ui" })).toEqual(exactly(one, two));
  expect(await list(owner, issuesOf(other), { labels: "ui" })).toEqual(exactly(two));
});

test("a label filter changes no visibility", async () => {
  const owner = await createUser();
  const outsider = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const seen = await createIssue(owner, project, { labels: "bug" });
  await createIssue(owner, project, { labels: "bug", confidential: true });
  expect(await list(outsider, issuesOf(project), { labels: "bug" })).toEqual(exactly(seen));
});

describe("the filter is up to date at once", () => {
  test("when a label is renamed", async () => {
    const { lists, bug, both } = await createLabelled();
    await ok(lists.owner.put(`/projects/${lists.project.id}/labels`, { name: "bug", new_name: "defect" }));
    expect(await listAll(lists, { labels: "bug" })).toEqual(byAll(exactly()));
    expect(await listAll(lists, { labels: "defect" })).toEqual(byAll(exactly(bug, both)));
  });

  test("when a label is deleted", async () => {
    const { lists, bug, bare } = await createLabelled();
    await ok(lists.owner.delete(`/projects/${lists.project.id}/labels`, { name: "bug" }));
    expect(await listAll(lists, { labels: "bug" })).toEqual(byAll(exactly()));
    expect((await listAll(lists, { labels: "No Label" }))[1]).toEqual(exactly(bug, bare));
  });

  test("when the labels of an issue are replaced", async () => {
    const { lists, bug, both, ui, bare } = await createLabelled();
    await createLabel(lists.owner, lists.project, { name: "new" });
    await editIssue(lists.owner, bare, { labels: "new,ui" });
    await editIssue(lists.owner, bug, { labels: "" });
    expect(await listAll(lists, { labels: "new" })).toEqual(byAll(exactly(bare)));
    expect(await listAll(lists, { labels: "ui" })).toEqual(byAll(exactly(both, ui, bare)));
    expect(await listAll(lists, { labels: "bug" })).toEqual(byAll(exactly(both)));
  });
});
