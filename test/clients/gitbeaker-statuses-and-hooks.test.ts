// @gitbeaker/rest against API v4: commit statuses, pipelines and hooks.
import { Gitlab } from "@gitbeaker/rest";
import { expect, test } from "vitest";
import { createAdmin, createUser, unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";

async function connect() {
  const user = await createUser();
  const api = new Gitlab({ host: baseUrl, token: user.token ?? "" });
  const { id } = await api.Projects.create({ name: unique("p"), initializeWithReadme: true });
  return { user, api, id };
}

test("statuses and the pipelines that they make", async () => {
  const { api, id } = await connect();
  const [commit] = await api.Commits.all(id);
  const sha = commit?.id ?? "";
  for (const name of ["build", "lint", "test"]) await api.Commits.editStatus(id, sha, "success", { name });
  const listed = await api.Commits.allStatuses(id, sha);
  expect(listed.map(({ name }) => name)).toEqual(["build", "lint", "test"]);
  const pipelines = await api.Pipelines.all(id, { ref: "main" });
  expect(pipelines).toMatchObject([{ iid: 1, sha, status: "success", source: "external" }]);
  const pipelineId = pipelines[0]?.id ?? 0;
  expect(await api.Pipelines.show(id, pipelineId)).toMatchObject({ detailed_status: { text: "Passed" } });
  expect(await api.Jobs.all(id, { pipelineId })).toEqual([]);
  expect((await api.Commits.show(id, sha)).last_pipeline).toMatchObject({ id: pipelineId });
});

test("a hook of a project from its creation to its end", async () => {
  const { api, id } = await connect();
  const url = "https://hooks.example.org/";
  const hook = await api.ProjectHooks.add(id, url, { jobEvents: true, deploymentEvents: true, token: "t" });
  expect(hook).toMatchObject({ url, job_events: true, deployment_events: true });
  await api.ProjectHooks.edit(id, hook.id, url, { pushEventsBranchFilter: "main" });
  expect(await api.ProjectHooks.show(id, hook.id)).toMatchObject({ push_events_branch_filter: "main" });
  expect((await api.ProjectHooks.all(id)).map((one) => one.id)).toEqual([hook.id]);
  await api.ProjectHooks.remove(id, hook.id);
  expect(await api.ProjectHooks.all(id)).toEqual([]);
});

test("hooks of the server", async () => {
  const admin = await createAdmin();
  const api = new Gitlab({ host: baseUrl, token: admin.token ?? "" });
  const hook = await api.SystemHooks.add("https://hooks.example.org/", { tagPushEvents: true });
  const shown = (await api.SystemHooks.all()).find(({ id }) => id === hook.id);
  expect(shown).toMatchObject({ tag_push_events: true });
  await api.SystemHooks.remove(hook.id);
});
