// GET /projects/:id/merge_requests/:merge_request_id/closes_issues
import { expect, test } from "vitest";
import { createUser, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { branchOff, commitTo, createSpeaking } from "../../../support/closing.ts";
import { createGroup, createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";

const PUBLIC = { visibility_level: 20 };

const idsOf = (issues: readonly Issue[]) => issues.map(({ id }) => id);

test("the list has the issues named by title, description and commits, each once, under both paths", async () => {
  const { owner, project, at, path } = await createSpeaking(["Do it\n\nFixes #3", "Closes #1"]);
  const one = await createIssue(owner, project, { title: "One" });
  const two = await createIssue(owner, project, { assignee_id: owner.id });
  const three = await createIssue(owner, project);
  await ok(owner.put(`${at}/issues/${two.id}`, { state_event: "close" }));
  const { id } = await createMergeRequest(owner, project, { title: "Fix #2 and #9", description: "Closes #1, `#3`" });
  const { status, body, cost } = await owner.get(`${path}/${id}/closes_issues`);
  expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: [two.id, one.id, three.id] });
  expect(body[0]).toEqual(await ok(owner.get(`${at}/issues/${two.id}`)));
  expect(cost.roundTrips).toBe(2);
  expect(await ok(owner.get(`${at}/merge_request/${id}/closes_issues`))).toEqual(body);
});

test("the list is paginated", async () => {
  const { owner, project, path } = await createSpeaking();
  for (let number = 0; number < 3; number += 1) await createIssue(owner, project);
  const { id } = await createMergeRequest(owner, project, { description: "Closes #3, #2 and #1" });
  const { body, headers } = await owner.get(`${path}/${id}/closes_issues`, { per_page: 2, page: 2 });
  expect(body).toMatchObject([{ iid: 1 }]);
  expect({ total: headers.get("x-total"), next: headers.get("x-next-page") }).toEqual({ total: "3", next: "" });
});

test("the list has issues of other projects, with their own URLs", async () => {
  const owner = await createUser();
  const elsewhere = await createProject(owner, { namespace_id: (await createGroup(owner)).id });
  const [beside, far, farther] = [
    await createIssue(owner, await createProject(owner, { name: "beside" })),
    await createIssue(owner, elsewhere),
    await createIssue(owner, elsewhere),
  ];
  const { project, path } = await createSpeaking(undefined, {}, owner);
  const { path_with_namespace } = elsewhere;
  const description = `Closes beside#1, ${path_with_namespace}#1 and ${baseUrl}/${path_with_namespace}/issues/2`;
  const { id } = await createMergeRequest(owner, project, { description });
  const issues = await ok(owner.get(`${path}/${id}/closes_issues`));
  expect(idsOf(issues)).toEqual([beside.id, far.id, farther.id]);
  expect(issues[1].web_url).toBe(`${baseUrl}/${path_with_namespace}/issues/1`);
});

test("the list and its total leave out issues the caller may not see", async () => {
  const { owner, project, path } = await createSpeaking(undefined, PUBLIC);
  const open = await createIssue(owner, project);
  const secret = await createIssue(owner, project, { confidential: true });
  const hidden = await createProject(owner);
  const unseen = await createIssue(owner, hidden);
  const { id } = await createMergeRequest(owner, project, { description: `Closes #1, #2 and ${hidden.path}#1` });
  expect(idsOf(await ok(owner.get(`${path}/${id}/closes_issues`)))).toEqual([open.id, secret.id, unseen.id]);
  const { body, headers } = await (await createUser()).get(`${path}/${id}/closes_issues`);
  expect({ ids: idsOf(body), total: headers.get("x-total") }).toEqual({ ids: [open.id], total: "1" });
});

test("the list is empty if the target is not the default branch", async () => {
  const { owner, project, path } = await createSpeaking(["Closes #1"]);
  await createIssue(owner, project);
  await branchOff(owner, project, "stable");
  const { id } = await createMergeRequest(owner, project, { target_branch: "stable", title: "Closes #1" });
  expect(await owner.get(`${path}/${id}/closes_issues`)).toMatchObject({ status: 200, body: [] });
});

test("the list leaves out issues of the project that the target is a fork of", async () => {
  const { owner, project: upstream } = await createSpeaking(undefined, PUBLIC);
  await createIssue(owner, upstream);
  const contributor = await createUser();
  const fork = await ok(contributor.post(`/projects/fork/${upstream.id}`));
  await commitTo(contributor, fork, "feature", "Go on");
  const own = await createIssue(contributor, fork);
  const description = `Closes ${upstream.path_with_namespace}#1 and #${own.iid}`;
  const { id } = await createMergeRequest(contributor, fork, { description });
  expect(idsOf(await ok(contributor.get(`/projects/${fork.id}/merge_requests/${id}/closes_issues`)))).toEqual([own.id]);
});

test("the list has the issues of an external tracker, if the project uses one", async () => {
  const { owner, project, at, path } = await createSpeaking(["Closes ABC-7"]);
  await createIssue(owner, project);
  const { id } = await createMergeRequest(owner, project, { description: "Closes #1, #20 and other#3" });
  const urls = {
    project_url: "https://t.example/p",
    issues_url: "https://t.example/:id",
    new_issue_url: "https://t.example/n",
  };
  await ok(owner.put(`${at}/services/custom-issue-tracker`, urls));
  const { status, body, headers } = await owner.get(`${path}/${id}/closes_issues`, { per_page: 2 });
  expect({ status, body, total: headers.get("x-total") }).toEqual({
    status: 200,
    body: [
      { id: "1", title: "External Issue 1" },
      { id: "20", title: "External Issue 20" },
    ],
    total: "3",
  });
});

test("the list is visible to every reader of the merge request", async () => {
  const { owner, project, path } = await createSpeaking();
  const guest = await createUser();
  await joinProject(owner, project, guest, "guest");
  const { id } = await createMergeRequest(owner, project, { title: unique("one") });
  expect(await guest.get(`${path}/${id}/closes_issues`)).toMatchObject({ status: 403 });
  expect(await owner.get(`${path}/999999999/closes_issues`)).toMatchObject({
    status: 404,
    body: { message: "404 Not found" },
  });
});
