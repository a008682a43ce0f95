// Pushes to the default branch close the issues named by closing patterns in their commit messages.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { branchOff, commitTo, createSpeaking, issueAt } from "../../../support/closing.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

test("each issue is closed by the first commit that names it, with the pusher as the actor", async () => {
  const { owner, project } = await createSpeaking([]);
  const other = await createProject(owner, { name: "other" });
  const issues = [
    await createIssue(owner, project),
    await createIssue(owner, project),
    await createIssue(owner, other),
  ];
  using folder = await WorkingFolder.copy(owner, project);
  const first = await folder.commit({ "a.txt": "1\n" }, "Begin\n\nFixes #1 and other#1");
  const second = await folder.commit(
    { "a.txt": "2\n" },
    `Closes #1, ${baseUrl}/${project.path_with_namespace}/issues/2`,
  );
  await folder.deliver("main");
  const expected = [first, second, first].map((sha) => [`closed via commit ${sha.slice(0, 8)}`]);
  expect(await Promise.all(issues.map((issue) => issueAt(owner, issue)))).toEqual(
    expected.map((notes) => ({ state: "closed", told: notes })),
  );
});

test("in another project the note links the commit if everybody may see it", async () => {
  const owner = await createUser();
  const [beside, far] = [
    await createProject(owner),
    await createProject(owner, { namespace_id: (await createGroup(owner)).id }),
  ];
  const issues = [await createIssue(owner, beside), await createIssue(owner, far)];
  const message = `Closes ${beside.path}#1 and ${far.path_with_namespace}#1`;
  const open = await createSpeaking([], { visibility_level: 20 }, owner);
  const secret = await createSpeaking([], {}, owner);
  const expected: string[][] = [];
  for (const { project, at } of [open, secret]) {
    await commitTo(owner, project, "main", message);
    const [{ short_id }] = await ok(owner.get(`${at}/repository/commits`));
    const notes = (await Promise.all(issues.map((issue) => issueAt(owner, issue)))).map((issue) => issue.told.at(-1));
    expected.push(notes.map((note) => note?.replace(short_id, "sha") ?? ""));
    for (const { id, project_id } of issues) {
      await ok(owner.put(`/projects/${project_id}/issues/${id}`, { state_event: "reopen" }));
    }
  }
  const { path, path_with_namespace } = open.project;
  expect(expected).toEqual([
    [`closed via commit ${path}@sha`, `closed via commit ${path_with_namespace}@sha`],
    ["closed via commit sha", "closed via commit sha"],
  ]);
});

test("a first push, a new branch and other branches close nothing", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project);
  await commitTo(owner, project, "main", "Closes #1");
  await branchOff(owner, project, "feature");
  await commitTo(owner, project, "feature", "Closes #1");
  expect(await issueAt(owner, issue)).toEqual({ state: "opened", told: [] });
});

test("a pusher who may not update an issue does not close it", async () => {
  const { owner, project } = await createSpeaking([], { visibility_level: 20 });
  const stranger = await createUser();
  const other = await createProject(stranger, { visibility_level: 20 });
  const [theirs, secret] = [
    await createIssue(stranger, other),
    await createIssue(stranger, other, { confidential: true }),
  ];
  const at = other.path_with_namespace;
  await commitTo(owner, project, "main", `Closes ${at}#1 and ${at}#2`);
  expect([await issueAt(stranger, theirs), await issueAt(stranger, secret)]).toEqual([
    { state: "opened", told: [] },
    { state: "opened", told: [] },
  ]);
});

test("a reporter of the issue's project closes it from any project they may push to", async () => {
  const { owner, project } = await createSpeaking([]);
  const [developer, other] = [await createUser(), await createProject(owner)];
  await joinProject(owner, project, developer, "master");
  await joinProject(owner, other, developer, "reporter");
  const issue = await createIssue(owner, other);
  await commitTo(developer, project, "main", `Closes ${other.path_with_namespace}#1`);
  expect(await issueAt(owner, issue)).toMatchObject({ state: "closed" });
});

test("a reopened issue stays open until another commit names it", async () => {
  const { owner, project, at } = await createSpeaking([]);
  const issue = await createIssue(owner, project);
  await commitTo(owner, project, "main", "Closes #1");
  await ok(owner.put(`${at}/issues/${issue.id}`, { state_event: "reopen" }));
  await commitTo(owner, project, "main", "Go on");
  expect(await issueAt(owner, issue)).toMatchObject({ state: "opened" });
  await commitTo(owner, project, "main", "Really closes #1");
  const { state, told: expected } = await issueAt(owner, issue);
  expect({ state, notes: expected.length }).toEqual({ state: "closed", notes: 3 });
});
