// /:namespace/:project/activity, /groups/:group/activity and /-/activity
import { expect, test } from "vitest";
import { createUser, ok, unique } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createGroup, createIssue, createProject } from "../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../support/merge-requests.ts";
import { browserOf, roundTripsOf } from "../../support/pages.ts";

test("activity says who did what to what, and links to it", async () => {
  const { owner, project, tips } = await createProposing();
  const issue = await createIssue(owner, project, { title: "Weed the beds" });
  const note = await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: "All <b>of</b> them" }));
  const mergeRequest = await createMergeRequest(owner, project, { title: "Add beans" });
  await ok(owner.post(`/projects/${project.id}/repository/commits/${tips.main}/comments`, { note: "Nice" }));
  const milestone = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "Harvest" }));
  const page = await (await browserOf(owner)).open(`/${project.path_with_namespace}/activity`);
  const at = project.path_with_namespace;
  const name = `Name of ${owner.username}`;
  const sha = (tips.main ?? "").slice(0, 8);
  for (const sentence of [
    `${name} opened milestone Harvest at ${at}`,
    `${name} commented on commit ${sha} at ${at} Nice`,
    `${name} opened merge request !${mergeRequest.iid} Add beans at ${at}`,
    `${name} commented on issue #${issue.iid} Weed the beds at ${at} All <b>of</b> them`,
    `${name} opened issue #${issue.iid} Weed the beds at ${at}`,
    `${name} pushed new branch feature at ${at}`,
    `${name} created project ${at}`,
  ]) {
    expect(page.text).toContain(sentence);
  }
  for (const path of [
    `milestones/${milestone.iid}`,
    `commit/${tips.main}`,
    `merge_requests/${mergeRequest.iid}`,
    `issues/${issue.iid}#note_${note.id}`,
    `issues/${issue.iid}`,
    "commits/feature",
  ]) {
    expect(page.html).toContain(`href="/${at}/${path}"`);
  }
  expect(page.html).not.toContain("<b>of");
});

test("a push to a branch links to the comparison, and a deleted branch to nothing", async () => {
  const { owner, project, at, tips } = await createProposing();
  const file = { file_path: "more.txt", branch_name: "feature", content: "x", commit_message: "More" };
  await ok(owner.post(`${at}/repository/files`, file));
  const { commit } = await ok(owner.get(`${at}/repository/branches/feature`));
  await ok(owner.delete(`${at}/repository/branches/other`));
  const page = await (await browserOf(owner)).open(`/${project.path_with_namespace}/activity`);
  expect(page.html).toContain(`href="/${project.path_with_namespace}/compare/${tips.feature}...${commit.id}"`);
  expect(page.html).toContain("deleted branch <strong>other</strong>");
});

test.each([
  ["of a project", (path: string) => `/${path}/activity`],
  ["of a group", (path: string) => `/groups/${path.split("/")[0]}/activity`],
  ["of the viewer", () => "/-/activity"],
])("activity %s is filtered by action, in one round trip", async (_, pathOf) => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const issue = await createIssue(owner, project, { title: unique("issue") });
  await ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { state_event: "close" }));
  const browser = await browserOf(owner);
  const path = pathOf(project.path_with_namespace);
  const pages = await Promise.all([path, `${path}?action=closed`].map((one) => browser.open(one)));
  expect(pages.map(({ text }) => ["opened issue", "closed issue"].map((action) => text.includes(action)))).toEqual([
    [true, true],
    [false, true],
  ]);
  expect(pages.map(roundTripsOf)).toEqual([1, 1]);
});

test("a visitor without a session signs in first, as the API's events are not open to them", async () => {
  const project = await createProject(await createUser(), { visibility_level: 20 });
  const { path } = await new Browser().open(`/${project.path_with_namespace}/activity`);
  expect(path).toMatch(/^\/-\/sign_in/);
});
