// Hook payloads of jobs and of their pipelines.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { addHook, Receiver } from "./receiver.ts";

const zeros = "0".repeat(40);

async function createHooked(settings: Record<string, boolean>) {
  const receiver = await Receiver.start();
  const owner = await createUser();
  const project = await createProject(owner);
  const sha = await seedRepository(owner, project, { "a.txt": "a\n" });
  await addHook(owner, project, receiver.url, { push_events: false, ...settings });
  const setStatus = (state: string, name = "test") =>
    ok(owner.post(`/projects/${project.id}/statuses/${sha}`, { state, name }));
  return { receiver, owner, project, sha, setStatus };
}

test("a job is delivered in each of its states, with its values at that time", async () => {
  const { receiver, owner, project, sha, setStatus } = await createHooked({ build_events: true });
  await using _ = receiver;
  const { id } = await setStatus("pending");
  await setStatus("running");
  await setStatus("success");
  const deliveries = await receiver.first(3);
  expect(deliveries.map(({ body }) => [body.build_id, body.build_status])).toEqual([
    [id, "pending"],
    [id, "running"],
    [id, "success"],
  ]);
  const [first, , last] = deliveries;
  expect(last?.headers["x-gitlab-event"]).toBe("Build Hook");
  expect(first?.body).toMatchObject({ build_started_at: null, build_finished_at: null, build_duration: null });
  const home = `${baseUrl}/${project.path_with_namespace}`;
  expect(last?.body).toEqual({
    object_kind: "build",
    ref: "main",
    tag: false,
    before_sha: zeros,
    sha,
    build_id: id,
    build_name: "test",
    build_stage: "external",
    build_status: "success",
    build_created_at: expect.any(String),
    build_started_at: expect.any(String),
    build_finished_at: expect.any(String),
    build_duration: expect.any(Number),
    build_allow_failure: false,
    pipeline_id: expect.any(Number),
    project: expect.objectContaining({ id: project.id, web_url: home }),
    project_id: project.id,
    project_name: `${owner.username} / ${project.name}`,
    user: {
      id: owner.id,
      name: `Name of ${owner.username}`,
      username: owner.username,
      avatar_url: null,
      email: `${owner.username}@example.com`,
    },
    commit: {
      id: expect.any(Number),
      sha,
      message: "Begin\n",
      author_name: "A U Thor",
      author_email: "author@example.com",
      status: "success",
      duration: expect.any(Number),
      started_at: expect.any(String),
      finished_at: expect.any(String),
    },
    repository: expect.objectContaining({ name: project.name, homepage: home, visibility_level: 0 }),
  });
});

test("a pipeline is delivered when its combined status changes, with its commit and its jobs", async () => {
  const { receiver, owner, project, sha, setStatus } = await createHooked({ pipeline_events: true });
  await using _ = receiver;
  await setStatus("pending", "test");
  await setStatus("success", "test");
  await setStatus("success", "lint"); // Does not change the pipeline's status.
  await setStatus("failed", "deploy");
  const deliveries = await receiver.first(3);
  expect(deliveries.map(({ body }) => body.object_attributes.status)).toEqual(["pending", "success", "failed"]);
  const { headers, body } = deliveries[2] ?? {};
  expect(headers?.["x-gitlab-event"]).toBe("Pipeline Hook");
  expect(body).toMatchObject({
    object_kind: "pipeline",
    object_attributes: {
      ref: "main",
      tag: false,
      sha,
      before_sha: zeros,
      status: "failed",
      stages: ["external"],
      finished_at: expect.any(String),
    },
    user: { name: `Name of ${owner.username}`, username: owner.username, avatar_url: null },
    project: { path_with_namespace: project.path_with_namespace },
    commit: { id: sha, message: "Begin\n", author: { name: "A U Thor" } },
    builds: [
      { name: "test", stage: "external", status: "success", user: { username: owner.username } },
      { name: "lint", status: "success" },
      { name: "deploy", status: "failed" },
    ],
  });
  expect(body.project).not.toHaveProperty("homepage");
});

test("a pipeline's duration is in whole seconds, a job's is exact", async () => {
  const { receiver, setStatus } = await createHooked({ pipeline_events: true, build_events: true });
  await using _ = receiver;
  await setStatus("running");
  await setStatus("success");
  const deliveries = await receiver.first(4);
  const ended = (kind: string) => deliveries.filter(({ body }) => body.object_kind === kind).at(-1)?.body;
  const [pipeline, build] = [ended("pipeline"), ended("build")];
  expect({
    status: pipeline.object_attributes.status,
    whole: [pipeline.object_attributes.duration, build.commit.duration].map(Number.isInteger),
    exact: build.build_duration,
  }).toEqual({
    status: "success",
    whole: [true, true],
    exact: (Date.parse(build.build_finished_at) - Date.parse(build.build_started_at)) / 1000,
  });
});

test("a hook with both settings off gets neither", async () => {
  const { receiver, owner, project, setStatus } = await createHooked({ issues_events: true });
  await using _ = receiver;
  await setStatus("success");
  await ok(owner.post(`/projects/${project.id}/issues`, { title: "Last" }));
  expect((await receiver.only()).body.object_kind).toBe("issue");
});
