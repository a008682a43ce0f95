// Pipelines in API v4: views of the statuses of commits
import { expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok } from "../../../support/actors.ts";
import { baseUrl, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp(attributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const sha = await seedRepository(owner, project, { "a.txt": "a\n" });
  return { owner, project, sha, at: v4(`/projects/${project.id}/pipelines`) };
}

const report = (caller: Actor, { id }: Pick<Project, "id">, sha: string, values: Values) =>
  ok(caller.post(v4(`/projects/${id}/statuses/${sha}`), values));

test("a pipeline is shown with its times, coverage and reporter", async () => {
  const { owner, project, sha, at } = await setUp();
  await report(owner, project, sha, { state: "running", name: "build" });
  const { pipeline_id } = await report(owner, project, sha, { state: "success", name: "build", coverage: 80 });
  await report(owner, project, sha, { state: "success", name: "test", coverage: 91 });
  const { status, body } = await owner.get(`${at}/${pipeline_id}`);
  const path = `/${project.path_with_namespace}/-/commit/${sha}`;
  expect([status, body]).toEqual([
    200,
    {
      id: pipeline_id,
      iid: 1,
      project_id: project.id,
      sha,
      ref: "main",
      status: "success",
      source: "external",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      web_url: `${baseUrl}${path}`,
      before_sha: "0".repeat(40),
      tag: false,
      yaml_errors: null,
      user: expect.objectContaining({ id: owner.id, username: owner.username }),
      started_at: expect.any(String),
      finished_at: expect.any(String),
      committed_at: null,
      duration: expect.any(Number),
      queued_duration: expect.any(Number),
      coverage: "85.50",
      detailed_status: {
        icon: "status_success",
        text: "Passed",
        label: "passed",
        group: "success",
        tooltip: "passed",
        has_details: true,
        details_path: path,
        illustration: null,
        favicon: "",
      },
    },
  ]);
  expect((await ok(owner.get(v4(`/projects/${project.id}/repository/commits/${sha}`)))).last_pipeline).toMatchObject({
    id: pipeline_id,
    iid: 1,
    status: "success",
    web_url: `${baseUrl}${path}`,
  });
});

test.each([
  [["skipped", "skipped"], "skipped"],
  [["success", "skipped"], "success"],
  [["canceled", "skipped"], "canceled"],
  [["pending", "skipped"], "pending"],
  [["running", "skipped"], "running"],
  [["pending", "success"], "running"],
  [["failed", "skipped"], "failed"],
  [["success", "canceled"], "canceled"],
])("jobs that are %j make a pipeline %s", async (states, status) => {
  const { owner, project, sha, at } = await setUp();
  for (const [at, state] of states.entries()) await report(owner, project, sha, { state, name: `job ${at}` });
  expect(await ok(owner.get(at))).toMatchObject([{ status }]);
});

test("pipelines of a project are numbered from one, newest first, with filters", async () => {
  const { owner, project, sha, at } = await setUp();
  const other = await setUp();
  await report(other.owner, other.project, other.sha, { state: "success" });
  for (const [ref, state] of Object.entries({ main: "success", side: "failed", wip: "running" })) {
    await report(owner, project, sha, { state, ref });
  }
  const refs = async (query: Values = {}) =>
    (await owner.get(at, query)).body.map(({ iid, ref }: { iid: number; ref: string }) => `${iid} ${ref}`);
  expect(await refs()).toEqual(["3 wip", "2 side", "1 main"]);
  expect(await refs({ ref: "side" })).toEqual(["2 side"]);
  expect(await refs({ sha: "0".repeat(40) })).toEqual([]);
  expect(await refs({ sha, status: "running" })).toEqual(["3 wip"]);
  expect(await refs({ scope: "finished", sort: "asc" })).toEqual(["1 main", "2 side"]);
  expect(await refs({ scope: "finished", status: "running" })).toEqual([]);
  expect(await refs({ source: "external", order_by: "ref", sort: "asc" })).toEqual(["1 main", "2 side", "3 wip"]);
  expect(await refs({ source: "push" })).toEqual([]);
  expect(await refs({ updated_after: "2100-01-01T00:00:00Z" })).toEqual([]);
  expect(await refs({ created_before: "2100-01-01T00:00:00Z", per_page: 1, page: 2 })).toEqual(["2 side"]);
  const [newest] = await ok(owner.get(at));
  for (const bound of ["created_after", "created_before", "updated_after", "updated_before"]) {
    const time = newest[bound.startsWith("created") ? "created_at" : "updated_at"];
    expect([bound, await refs({ [bound]: time })]).toEqual([bound, expect.arrayContaining(["3 wip"])]);
  }
  const totals = [await owner.get(at, { per_page: 1 }), await owner.get(at, { scope: "finished" })];
  expect(totals.map(({ headers }) => headers.get("x-total"))).toEqual(["3", "2"]);
});

test.each([
  [{ scope: "tags" }, "scope does not have a valid value"],
  [{ status: "fine" }, "status does not have a valid value"],
  [{ order_by: "user_id" }, "order_by does not have a valid value"],
  [{ username: "x" }, "username is not supported"],
])("%j is 400", async (query, error) => {
  const { owner, at } = await setUp();
  const answer = await owner.get(at, query);
  expect([answer.status, answer.body]).toEqual([400, { error }]);
});

test("the latest pipeline is that of the branch's commit now", async () => {
  const { owner, project, sha, at } = await setUp();
  const { pipeline_id } = await report(owner, project, sha, { state: "success" });
  expect((await ok(owner.get(`${at}/latest`))).id).toBe(pipeline_id);
  expect((await ok(owner.get(`${at}/latest`, { ref: "main" }))).id).toBe(pipeline_id);
  await ok(
    owner.post(v4(`/projects/${project.id}/repository/files/b.txt`), {
      branch: "main",
      content: "b",
      commit_message: "Go on",
    }),
  );
  for (const ref of ["main", "nowhere"]) {
    const { status, body } = await owner.get(`${at}/latest`, { ref });
    expect([status, body]).toEqual([404, { message: "404 Pipeline Not Found" }]);
  }
});

test("a project without a repository has no pipelines", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const at = v4(`/projects/${project.id}/pipelines`);
  const { body, headers } = await owner.get(at);
  expect([body, headers.get("x-total"), (await owner.get(`${at}/latest`)).status]).toEqual([[], "0", 404]);
});

test("a pipeline has no jobs, since its statuses come from outside", async () => {
  const { owner, project, sha, at } = await setUp();
  const { pipeline_id } = await report(owner, project, sha, { state: "success" });
  for (const kind of ["jobs", "bridges"]) {
    const { status, body, headers } = await owner.get(`${at}/${pipeline_id}/${kind}`);
    expect([status, body, headers.get("x-total")]).toEqual([200, [], "0"]);
    expect((await owner.get(`${at}/${pipeline_id + 1000}/${kind}`)).status).toBe(404);
  }
});

test("a pipeline of another project is 404", async () => {
  const { owner, at } = await setUp();
  const other = await setUp({ visibility_level: 20 });
  const { pipeline_id } = await report(other.owner, other.project, other.sha, { state: "success" });
  const { status, body } = await owner.get(`${at}/${pipeline_id}`);
  expect([status, body]).toEqual([404, { message: "404 Pipeline Not Found" }]);
});

test("pipelines are for those who may read the code", async () => {
  const { owner, project, sha, at } = await setUp();
  const { pipeline_id } = await report(owner, project, sha, { state: "success" });
  const [guest, reporter] = [await createUser(), await createUser()];
  await joinProject(owner, project, guest, "guest");
  await joinProject(owner, project, reporter, "reporter");
  for (const path of [at, `${at}/latest`, `${at}/${pipeline_id}`, `${at}/${pipeline_id}/jobs`]) {
    const answers = [await anonymous.get(path), await (await createUser()).get(path), await guest.get(path)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 403]);
    expect((await reporter.get(path)).status).toBe(200);
  }
});

test("a list of pipelines is one round trip", async () => {
  const { owner, project, sha, at } = await setUp();
  await report(owner, project, sha, { state: "success" });
  for (const query of [{}, { ref: "main", scope: "finished" }]) {
    const { headers } = await owner.get(at, query);
    expect(headers.get("server-timing")).toContain("round-trips=1");
  }
});

test("a merge request has the pipelines of its versions", async () => {
  const { owner, project, tips, at } = await createProposing();
  const { iid } = await createMergeRequest(owner, project);
  const own = await report(owner, project, tips.feature ?? "", { state: "success", ref: "feature" });
  await report(owner, project, tips.other ?? "", { state: "success", ref: "other" });
  await report(owner, project, tips.feature ?? "", { state: "success", ref: "main" });
  const { status, body, headers } = await owner.get(v4(`${at}/merge_requests/${iid}/pipelines`));
  expect([status, body, headers.get("x-total")]).toEqual([
    200,
    [expect.objectContaining({ id: own.pipeline_id, ref: "feature", sha: tips.feature })],
    "1",
  ]);
});

test("pipelines of a private fork are hidden from those who see the merge request only", async () => {
  const { owner, project, at } = await createProposing({ visibility_level: 20 });
  const forker = await createUser();
  const fork = await ok(forker.post(`/projects/fork/${project.id}`));
  await ok(forker.put(`/projects/${fork.id}`, { visibility_level: 0 }));
  const created = await ok(
    forker.post(`/projects/${fork.id}/merge_requests`, {
      source_branch: "feature",
      target_branch: "main",
      target_project_id: project.id,
      title: "From a fork",
    }),
  );
  const { pipeline_id } = await report(forker, fork, created.sha, { state: "failed", ref: "feature" });
  const path = v4(`${at}/merge_requests/${created.iid}/pipelines`);
  expect([(await owner.get(path)).body, (await owner.get(path)).headers.get("x-total")]).toEqual([[], "0"]);
  expect(await ok(forker.get(path))).toMatchObject([{ id: pipeline_id, project_id: fork.id }]);
  const shown = v4(`${at}/merge_requests/${created.iid}`);
  expect(await ok(owner.get(shown))).toMatchObject({ pipeline: null, head_pipeline: null });
  expect(await ok(forker.get(shown))).toMatchObject({
    pipeline: { id: pipeline_id },
    head_pipeline: { id: pipeline_id, sha: created.sha, detailed_status: { text: "Failed" } },
  });
});
