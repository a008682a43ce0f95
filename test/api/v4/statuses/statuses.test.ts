// Commit statuses in API v4
import { expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";
import { baseUrl, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { v4, withScopes } from "../../../support/v4.ts";

async function setUp(attributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const sha = await seedRepository(owner, project, { "a.txt": "a\n" });
  const report = (values: Values) => owner.post(v4(`/projects/${project.id}/statuses/${sha}`), values);
  const list = `/projects/${project.id}/repository/commits/${sha}/statuses`;
  return { owner, project, sha, report, list };
}

const names = ({ body }: { body: { name: string; status: string }[] }) =>
  body.map(({ name, status }) => `${name}: ${status}`);

test("a status has the id of its pipeline", async () => {
  const { owner, sha, report } = await setUp();
  const { status, body } = await report({
    state: "success",
    name: "build",
    target_url: "https://ci.example.com/1",
    description: "Fine",
    coverage: 81.5,
  });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      sha,
      ref: "main",
      status: "success",
      name: "build",
      target_url: "https://ci.example.com/1",
      description: "Fine",
      created_at: expect.any(String),
      started_at: null,
      finished_at: expect.any(String),
      allow_failure: false,
      coverage: 81.5,
      pipeline_id: expect.any(Number),
      author: {
        id: owner.id,
        username: owner.username,
        name: `Name of ${owner.username}`,
        public_email: "",
        state: "active",
        locked: false,
        avatar_url: null,
        web_url: `${baseUrl}/${owner.username}`,
      },
    },
  ]);
});

test("reporting pending twice is refused with the words that Renovate ignores", async () => {
  const { report } = await setUp();
  expect((await report({ state: "pending" })).status).toBe(201);
  const { status, body } = await report({ state: "pending" });
  expect([status, body.message]).toEqual([
    400,
    'Cannot transition status via :enqueue from :pending (Reason(s): Status cannot transition via "enqueue")',
  ]);
});

test("a waiting job can be skipped, a running one cannot", async () => {
  const { report } = await setUp();
  await ok(report({ state: "pending", name: "docs" }));
  expect((await report({ state: "skipped", name: "docs" })).body.status).toBe("skipped");
  await ok(report({ state: "running", name: "build" }));
  const { status, body } = await report({ state: "skipped", name: "build" });
  expect([status, body.message]).toEqual([
    400,
    'Cannot transition status via :skip from :running (Reason(s): Status cannot transition via "skip")',
  ]);
});

test("pipeline_id puts a status into an existing pipeline of the commit", async () => {
  const { report } = await setUp();
  const first = await ok(report({ state: "success", name: "build", ref: "refs/merge-requests/1/head" }));
  const second = await ok(report({ state: "success", name: "lint", pipeline_id: first.pipeline_id }));
  expect([second.pipeline_id, second.ref]).toEqual([first.pipeline_id, "refs/merge-requests/1/head"]);
});

test.each([
  ["of another commit", { pipeline_id: "other" }],
  ["that contradicts ref", { pipeline_id: "own", ref: "side" }],
  ["that does not exist", { pipeline_id: 999_999_999 }],
])("a pipeline %s is 404", async (_, values) => {
  const { report } = await setUp();
  const other = await setUp();
  const own = await ok(report({ state: "success" }));
  const foreign = await ok(other.report({ state: "success" }));
  const ids: Record<string, number> = { own: own.pipeline_id, other: foreign.pipeline_id };
  const pipeline_id = ids[values.pipeline_id] ?? values.pipeline_id;
  const { status, body } = await report({ state: "success", ...values, pipeline_id });
  expect([status, body]).toEqual([404, { message: "404 Pipeline Not Found" }]);
});

test("the list has pages, the latest of each name, and filters", async () => {
  const { owner, report, list } = await setUp();
  for (const name of ["build", "lint", "test"]) await ok(report({ state: "success", name }));
  await ok(report({ state: "failed", name: "build" }));
  const side = await ok(report({ state: "running", name: "build", ref: "side" }));
  const listed = async (query: Values) => names(await owner.get(v4(list), query));
  expect(await listed({ ref: "main" })).toEqual(["lint: success", "test: success", "build: failed"]);
  expect(await listed({ all: true, name: "build", ref: "main" })).toEqual(["build: success", "build: failed"]);
  expect(await listed({ pipeline_id: side.pipeline_id })).toEqual(["build: running"]);
  expect(await listed({ stage: "deploy" })).toEqual([]);
  expect(await listed({ sort: "desc", per_page: 2 })).toEqual(["build: running", "build: failed"]);
  expect(await listed({ order_by: "pipeline_id", sort: "desc", per_page: 2 })).toEqual([
    "build: running",
    "build: failed",
  ]);
  const { headers } = await owner.get(v4(list), { per_page: 1, page: 2 });
  expect([headers.get("x-total"), headers.get("x-next-page"), headers.get("link")]).toEqual([
    "4",
    "3",
    expect.stringContaining('rel="next"'),
  ]);
});

test("v3 shows the same statuses", async () => {
  const { owner, report, list } = await setUp();
  const { pipeline_id: _, author, ...created } = await ok(report({ state: "success", name: "build" }));
  const [shown] = await ok(owner.get(list));
  expect(shown).toMatchObject({ ...created, author: { id: author.id } });
});

test("everybody reads the statuses of a public project, only developers report", async () => {
  const { owner, project, sha, report, list } = await setUp({ visibility_level: 20 });
  await ok(report({ state: "success", name: "build" }));
  const reporter = await createUser();
  await joinProject(owner, project, reporter, "reporter");
  expect(names(await anonymous.get(v4(list)))).toEqual(["build: success"]);
  const path = v4(`/projects/${project.id}/statuses/${sha}`);
  expect((await reporter.post(path, { state: "success" })).status).toBe(403);
  expect((await anonymous.post(path, { state: "success" })).status).toBe(401);
});

test("a token of scope read_repository reads the statuses of a private project, strangers do not", async () => {
  const { owner, report, list } = await setUp();
  await ok(report({ state: "success", name: "build" }));
  expect(names(await (await withScopes(owner, "read_repository")).get(v4(list)))).toEqual(["build: success"]);
  const { status, body } = await (await createUser()).get(v4(list));
  expect([status, body]).toEqual([404, { message: "404 Project Not Found" }]);
});

test.each([
  [{ state: "done" }, "state does not have a valid value"],
  [{}, "state is missing, state does not have a valid value"],
  [{ state: "success", pipeline_id: "x" }, "pipeline_id is invalid"],
])("%j is 400", async (values, error) => {
  const { report } = await setUp();
  const answer = await report(values);
  expect([answer.status, answer.body]).toEqual([400, { error }]);
});
