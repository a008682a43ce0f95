// The external issue tracker of a project: GET, PUT, DELETE /projects/:id/services/custom-issue-tracker
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";

const urls = {
  project_url: "https://tracker.example/project",
  issues_url: "https://tracker.example/issues/:id",
  new_issue_url: "https://tracker.example/new",
};

const events = {
  push_events: true,
  issues_events: true,
  merge_requests_events: true,
  tag_push_events: true,
  note_events: true,
  build_events: true,
  pipeline_events: true,
};

async function createOwned() {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, path: `/projects/${project.id}/services/custom-issue-tracker` };
}

test("the tracker is shown as an inactive service before it is set and after it is deleted", async () => {
  const { owner, path } = await createOwned();
  const none = {
    status: 200,
    body: { id: null, title: "Custom Issue Tracker", active: false, properties: {}, created_at: null, ...events },
  };
  expect(await owner.get(path)).toMatchObject(none);
  await ok(owner.put(path, urls));
  expect(await owner.delete(path)).toMatchObject({ status: 200, body: true });
  expect(await owner.get(path)).toMatchObject(none);
  expect(await owner.delete(path)).toMatchObject({ status: 200, body: true });
});

test("a PUT stores the settings, and a later one keeps those it omits", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.put(path, { ...urls, title: "Ours", description: "Where it is" })).toMatchObject({
    status: 200,
    body: true,
  });
  const { body } = await owner.get(path);
  expect(body).toEqual({
    id: expect.any(Number),
    title: "Ours",
    created_at: expect.any(String),
    updated_at: expect.any(String),
    active: true,
    ...events,
    properties: { ...urls, title: "Ours", description: "Where it is" },
  });
  await ok(owner.put(path, { ...urls, project_url: "http://other.example", description: "" }));
  expect(await owner.get(path)).toMatchObject({
    body: {
      title: "Ours",
      created_at: body.created_at,
      properties: { title: "Ours", description: "", project_url: "http://other.example" },
    },
  });
});

test("a PUT requires its three addresses, which must be HTTP URLs", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.put(path, { title: "Ours" })).toMatchObject({
    status: 400,
    body: { error: "new_issue_url is missing, issues_url is missing, project_url is missing" },
  });
  for (const address of ["", "tracker", "ftp://tracker.example", "javascript:alert(1)", "https://"]) {
    const answer = await owner.put(path, { ...urls, issues_url: address });
    expect(answer, address).toMatchObject({ status: 400, body: { message: "400 Bad Request" } });
  }
  expect(await owner.get(path)).toMatchObject({ body: { active: false } });
});

test.each([
  ["title", "x".repeat(2_000)],
  ["description", "x".repeat(2_000)],
  ["project_url", `https://x.com/${"x".repeat(1_986)}`],
  ["issues_url", `https://x.com/${"x".repeat(1_986)}`],
  ["new_issue_url", `https://x.com/${"x".repeat(1_986)}`],
])("the %s has 2,000 characters at most", async (attribute, longest) => {
  const { owner, path } = await createOwned();
  const refused = await owner.put(path, { ...urls, [attribute]: `${longest}x` });
  const stored = await owner.put(path, { ...urls, [attribute]: longest });
  expect([refused.status, refused.body, stored.status]).toEqual([400, { message: "400 Bad Request" }, 200]);
  expect((await owner.get(path)).body.properties[attribute]).toBe(longest);
});

test("access is for masters, and project and right are checked before the parameters", async () => {
  const { owner, project, path } = await createOwned();
  const [developer, master, outsider] = [await createUser(), await createUser(), await createUser()];
  await joinProject(owner, project, developer, "developer");
  await joinProject(owner, project, master, "master");
  for (const answer of [await developer.get(path), await developer.put(path), await developer.delete(path)]) {
    expect(answer).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  }
  expect(await outsider.put(path)).toMatchObject({ status: 404, body: { message: "404 Project Not Found" } });
  expect(await master.put(path, urls)).toMatchObject({ status: 200 });
});

test("it is the only service", async () => {
  const { owner, project } = await createOwned();
  const unknown = { status: 404, body: { error: "404 Not Found" } };
  expect(await owner.get(`/projects/${project.id}/services/jira`)).toMatchObject(unknown);
  expect(await owner.put(`/projects/${project.id}/services/jira`, urls)).toMatchObject(unknown);
});
