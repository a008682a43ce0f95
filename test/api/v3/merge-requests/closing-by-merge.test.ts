// Issues closed by a merge, in every way a merge can happen.
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { branchOff, commitTo, createSpeaking, issueAt, type Speaking } from "../../../support/closing.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";
import { addHook, Receiver } from "../hooks/receiver.ts";

const PUBLIC = { visibility_level: 20 };

/** Proposes and merges a branch; returns the merge message without its title and its last line. */
async function merge({ owner, project, at, path }: Speaking, description: string, accepter: Actor = owner) {
  const { id, iid } = await createMergeRequest(owner, project, { title: "Title", description });
  const merged = await ok(accepter.put(`${path}/${id}/merge`));
  const { message } = await ok(owner.get(`${at}/repository/commits/${merged.merge_commit_sha}`));
  const [, title, ...rest] = message.split("\n\n");
  expect([title, rest.pop()]).toEqual(["Title", `See merge request !${iid}`]);
  return { id, iid, paragraph: rest };
}

test("accepting closes the named issues once, and lists them in the message", async () => {
  const speaking = await createSpeaking(["Fix #1", "Resolves #2"]);
  const { owner, project, at, path } = speaking;
  const [one, two] = [await createIssue(owner, project), await createIssue(owner, project)];
  await ok(owner.post(`${at}/issues/${one.id}/todo`));
  const { id, iid, paragraph } = await merge(speaking, "Closes #2");
  expect(paragraph).toEqual(["Closes #2 and #1"]);
  for (const issue of [one, two]) {
    expect(await issueAt(owner, issue)).toEqual({ state: "closed", told: [`closed via merge request !${iid}`] });
  }
  expect(await ok(owner.get("/todos"))).toEqual([]);
  expect(await ok(owner.get(`${path}/${id}/closes_issues`))).toMatchObject([{ iid: 2 }, { iid: 1 }]);
});

test("hooks get the closed issue", async () => {
  await using receiver = await Receiver.start();
  const speaking = await createSpeaking();
  await createIssue(speaking.owner, speaking.project);
  await addHook(speaking.owner, speaking.project, receiver.url, { push_events: false, issues_events: true });
  await merge(speaking, "Closes #1");
  const { object_attributes } = (await receiver.only()).body;
  expect(object_attributes).toMatchObject({ iid: 1, state: "closed", action: "close" });
});

test("issues of other projects are closed, with full paths in the message and in the note", async () => {
  const owner = await createUser();
  const [beside, far] = [
    await createProject(owner, { name: "beside", ...PUBLIC }),
    await createProject(owner, { namespace_id: (await createGroup(owner, PUBLIC)).id, ...PUBLIC }),
  ];
  const [near, other] = [await createIssue(owner, beside), await createIssue(owner, far)];
  const speaking = await createSpeaking(undefined, {}, owner);
  const own = await createIssue(owner, speaking.project);
  const { iid, paragraph } = await merge(speaking, `Closes #1, beside#1 and ${far.path_with_namespace}#1`);
  expect(paragraph).toEqual([`Closes #1, beside#1, and ${far.path_with_namespace}#1`]);
  const { path, path_with_namespace } = speaking.project;
  expect([await issueAt(owner, own), await issueAt(owner, near), await issueAt(owner, other)]).toEqual([
    { state: "closed", told: [`closed via merge request !${iid}`] },
    { state: "closed", told: [`closed via merge request ${path}!${iid}`] },
    { state: "closed", told: [`closed via merge request ${path_with_namespace}!${iid}`] },
  ]);
});

test("a user who may not see the merge request is not shown which one closed an issue", async () => {
  const owner = await createUser();
  const open = await createProject(owner, PUBLIC);
  const issue = await createIssue(owner, open);
  await merge(await createSpeaking(undefined, {}, owner), `Closes ${open.path}#1`);
  expect(await issueAt(await createUser(), issue)).toEqual({ state: "closed", told: [] });
});

test("issues the accepting user may not update stay open, unless they wrote them or are assigned", async () => {
  const [stranger, accepter] = [await createUser(), await createUser()];
  const other = await createProject(stranger, PUBLIC);
  const issues = [
    await createIssue(stranger, other),
    await createIssue(stranger, other, { assignee_id: accepter.id }),
    await createIssue(accepter, other),
  ];
  const speaking = await createSpeaking(undefined, PUBLIC);
  await joinProject(speaking.owner, speaking.project, accepter, "master");
  const at = other.path_with_namespace;
  await merge(speaking, `Closes ${at}#1, ${at}#2 and ${at}#3`, accepter);
  const states = await Promise.all(issues.map(async (issue) => (await issueAt(stranger, issue)).state));
  expect(states).toEqual(["opened", "closed", "closed"]);
});

test("merging into another branch than the default one closes nothing", async () => {
  const { owner, project, at, path } = await createSpeaking(["Closes #1"]);
  const issue = await createIssue(owner, project);
  await branchOff(owner, project, "stable");
  const { id, iid } = await createMergeRequest(owner, project, { target_branch: "stable", title: "Closes #1" });
  const { merge_commit_sha } = await ok(owner.put(`${path}/${id}/merge`));
  const { message } = await ok(owner.get(`${at}/repository/commits/${merge_commit_sha}`));
  expect(message).toBe(`Merge branch 'feature' into 'stable'\n\nCloses #1\n\nSee merge request !${iid}`);
  expect(await issueAt(owner, issue)).toMatchObject({ state: "opened" });
});

test.each([
  ["private", {}],
  ["public", PUBLIC],
])(
  "the message of a %s project omits confidential issues, and issues of other projects that are not public",
  async (_, seen) => {
    const speaking = await createSpeaking(undefined, seen);
    const { owner, project } = speaking;
    const secret = await createIssue(owner, project, { confidential: true });
    const hidden = await createProject(owner);
    const unseen = await createIssue(owner, hidden);
    const strangers = await createProject(await createUser());
    const description = `Closes #1, ${hidden.path}#1 and ${strangers.path_with_namespace}#1`;
    const { paragraph } = await merge(speaking, description);
    expect(paragraph).toEqual([]);
    expect([await issueAt(owner, secret), await issueAt(owner, unseen)]).toMatchObject([
      { state: "closed" },
      { state: "closed" },
    ]);
  },
);

test("a custom message closes the same issues, and those it names itself", async () => {
  const { owner, project, path } = await createSpeaking();
  const [one, two] = [await createIssue(owner, project), await createIssue(owner, project)];
  const { id, iid } = await createMergeRequest(owner, project, { description: "Closes #1" });
  const { merge_commit_sha } = await ok(owner.put(`${path}/${id}/merge`, { merge_commit_message: "Fix #1 and #2" }));
  expect([await issueAt(owner, one), await issueAt(owner, two)]).toEqual([
    { state: "closed", told: [`closed via merge request !${iid}`] },
    { state: "closed", told: [`closed via commit ${merge_commit_sha.slice(0, 8)}`] },
  ]);
});

test("an automatic merge closes issues when its build succeeds", async () => {
  const { owner, project, at, path } = await createSpeaking();
  const issue = await createIssue(owner, project);
  const { id, iid, sha } = await createMergeRequest(owner, project, { description: "Closes #1" });
  const setStatus = (state: string) => ok(owner.post(`${at}/statuses/${sha}`, { state, ref: "feature" }));
  await setStatus("pending");
  await ok(owner.put(`${path}/${id}/merge`, { merge_when_build_succeeds: true }));
  expect(await issueAt(owner, issue)).toMatchObject({ state: "opened" });
  await setStatus("success");
  expect(await issueAt(owner, issue)).toEqual({ state: "closed", told: [`closed via merge request !${iid}`] });
});

test("a merge by a push closes issues as if the pusher had accepted it", async () => {
  const { owner, project } = await createSpeaking(["Fix #2"]);
  const [one, two] = [await createIssue(owner, project), await createIssue(owner, project)];
  const { iid } = await createMergeRequest(owner, project, { description: "Closes #1" });
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("merge", "--quiet", "--ff-only", "origin/feature");
  await folder.deliver("main");
  for (const issue of [one, two]) {
    expect(await issueAt(owner, issue)).toEqual({ state: "closed", told: [`closed via merge request !${iid}`] });
  }
});

test("nothing is closed in a project with an external tracker", async () => {
  const speaking = await createSpeaking();
  const { owner, project, at } = speaking;
  const issue = await createIssue(owner, project);
  const urls = {
    project_url: "https://t.example",
    issues_url: "https://t.example",
    new_issue_url: "https://t.example",
  };
  await ok(owner.put(`${at}/services/custom-issue-tracker`, urls));
  expect((await merge(speaking, "Closes #1")).paragraph).toEqual([]);
  await commitTo(owner, project, "main", "Closes #1");
  expect(await issueAt(owner, issue)).toMatchObject({ state: "opened" });
});
