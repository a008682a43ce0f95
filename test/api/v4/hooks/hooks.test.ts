// Hooks in API v4: of projects, groups and the server
import { expect, test } from "vitest";
import { createAdmin, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

const url = "https://hooks.example.org/tributary";

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, path: v4(`/projects/${project.id}/hooks`) };
}

const usual = {
  push_events: true,
  push_events_branch_filter: null,
  branch_filter_strategy: "wildcard",
  tag_push_events: false,
  issues_events: false,
  confidential_issues_events: false,
  merge_requests_events: false,
  note_events: false,
  confidential_note_events: false,
  job_events: false,
  pipeline_events: false,
  wiki_page_events: false,
  deployment_events: false,
  feature_flag_events: false,
  releases_events: false,
  milestone_events: false,
  emoji_events: false,
  repository_update_events: false,
  enable_ssl_verification: true,
  alert_status: "executable",
  disabled_until: null,
  last_error: null,
  last_error_at: null,
  url_variables: [],
  custom_headers: [],
};

test("a hook is created with its signing secret and shown without it, and never with its token", async () => {
  const { owner, project, path } = await setUp();
  const { status, body } = await owner.post(path, { url, name: "CI", description: "Builds", token: "shibboleth" });
  const { signing_secret, ...hook } = body;
  expect([status, hook]).toEqual([
    201,
    {
      id: expect.any(Number),
      url,
      name: "CI",
      description: "Builds",
      created_at: expect.any(String),
      project_id: project.id,
      ...usual,
    },
  ]);
  expect(signing_secret).toMatch(/^whsec_/);
  expect(await ok(owner.get(`${path}/${hook.id}`))).toEqual(hook);
  const listed = await owner.get(path);
  expect([listed.body, listed.headers.get("x-total")]).toEqual([[hook], "1"]);
});

test("settings of events that never happen are kept", async () => {
  const { owner, path } = await setUp();
  const kept: Values = {
    deployment_events: true,
    feature_flag_events: true,
    releases_events: true,
    milestone_events: true,
    emoji_events: true,
    repository_update_events: true,
    wiki_page_events: true,
  };
  const { id } = await ok(owner.post(path, { url, ...kept }));
  expect(await ok(owner.get(`${path}/${id}`))).toMatchObject(kept);
});

test("a change keeps what is not given, the URL included", async () => {
  const { owner, path } = await setUp();
  const { id } = await ok(owner.post(path, { url, name: "CI", job_events: true, push_events_branch_filter: "main" }));
  const changed = await owner.put(`${path}/${id}`, { description: "New", push_events: false });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { url, name: "CI", description: "New", job_events: true, push_events: false, push_events_branch_filter: "main" },
  ]);
  expect((await ok(owner.put(`${path}/${id}`, { push_events_branch_filter: "" }))).push_events_branch_filter).toBe("");
});

test("v3 shows job_events as build_events, and the other way round", async () => {
  const { owner, project, path } = await setUp();
  const { id } = await ok(owner.post(path, { url, job_events: true, name: "CI" }));
  const v3 = await ok(owner.get(`/projects/${project.id}/hooks/${id}`));
  expect([v3.build_events, "name" in v3, "job_events" in v3]).toEqual([true, false, false]);
  const other = await ok(
    owner.post(`/projects/${project.id}/hooks`, { url, build_events: true, pipeline_events: true }),
  );
  expect(await ok(owner.get(`${path}/${other.id}`))).toMatchObject({ job_events: true, pipeline_events: true });
});

test("a deleted hook is gone", async () => {
  const { owner, path } = await setUp();
  const { id } = await ok(owner.post(path, { url }));
  const { status, text } = await owner.delete(`${path}/${id}`);
  expect([status, text]).toEqual([204, ""]);
  for (const again of [await owner.delete(`${path}/${id}`), await owner.get(`${path}/${id}`)]) {
    expect([again.status, again.body]).toEqual([404, { message: "404 Not found" }]);
  }
});

test.each([
  [{}, 400, { error: "url is missing" }],
  [{ url: "ftp://example.org" }, 422, { error: "Invalid url given" }],
  [{ url, branch_filter_strategy: "regex" }, 400, { error: "branch_filter_strategy does not have a valid value" }],
  [{ url, custom_webhook_template: "{}" }, 400, { error: "custom_webhook_template is not supported" }],
  [{ url, push_events: "maybe" }, 400, { error: "push_events is invalid" }],
  [{ url, name: "x".repeat(256) }, 400, { message: { name: ["is too long (maximum is 255 characters)"] } }],
])("%j is refused", async (values, status, body) => {
  const { owner, path } = await setUp();
  const answer = await owner.post(path, values);
  expect([answer.status, answer.body]).toEqual([status, body]);
});

test("hooks of a project are for its masters", async () => {
  const { owner, project, path } = await setUp();
  const { id } = await ok(owner.post(path, { url }));
  const developer = await createUser();
  await joinProject(owner, project, developer, "developer");
  for (const target of [path, `${path}/${id}`, `${path}/${id}/events`]) {
    expect((await developer.get(target)).status).toBe(403);
    expect((await (await createUser()).get(target)).status).toBe(404);
  }
});

test("groups have hooks, and so has the server, for administrators", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const created = await ok(owner.post(v4(`/groups/${group.id}/hooks`), { url, tag_push_events: true }));
  expect(created).toMatchObject({ group_id: group.id, tag_push_events: true });
  expect(await ok(owner.get(v4(`/groups/${group.id}/hooks`)))).toMatchObject([{ id: created.id }]);
  const admin = await createAdmin();
  const system = await ok(admin.post(v4("/hooks"), { url, name: "All" }));
  expect(system).toMatchObject({ name: "All", push_events: false });
  expect((await owner.get(v4("/hooks"))).status).toBe(403);
  expect((await admin.delete(v4(`/hooks/${system.id}`))).status).toBe(204);
});

test("a rotated secret is shown once", async () => {
  const { owner, path } = await setUp();
  const { id, signing_secret } = await ok(owner.post(path, { url }));
  const rotated = await owner.post(`${path}/${id}/rotate_secret`);
  expect(rotated.status).toBe(201);
  expect(rotated.body.signing_secret).toMatch(/^whsec_/);
  expect(rotated.body.signing_secret).not.toBe(signing_secret);
});
