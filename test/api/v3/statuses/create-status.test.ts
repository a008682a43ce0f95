// POST /projects/:id/statuses/:sha
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../../support/git.ts";
import { createStatusSetting, listOf, setStatus } from "./statuses.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("a status has the commit and every given attribute", async () => {
  const setting = await createStatusSetting();
  const { owner, sha } = setting;
  const given = { name: "build", target_url: "https://ci.example.com/1?a=b#c", description: "It goes", coverage: 87.5 };
  const answer = await setStatus(owner, setting, { state: "running", ref: "main", ...given });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual({
    id: expect.any(Number),
    sha,
    ref: "main",
    status: "running",
    ...given,
    created_at: expect.stringMatching(TIME),
    started_at: expect.stringMatching(TIME),
    finished_at: null,
    allow_failure: false,
    author: {
      name: `Name of ${owner.username}`,
      username: owner.username,
      id: owner.id,
      state: "active",
      avatar_url: null,
      web_url: expect.stringContaining(owner.username),
    },
  });
});

test("only the state is required: other attributes are null, and the name is default", async () => {
  const setting = await createStatusSetting();
  const { body } = await setStatus(setting.owner, setting, { state: "pending" });
  expect(body).toMatchObject({ name: "default", ref: "main", status: "pending" });
  const { target_url, description, coverage, started_at, finished_at } = body;
  expect([target_url, description, coverage, started_at, finished_at]).toEqual([null, null, null, null, null]);
});

test.each([
  [{ context: "lint" }, "lint"],
  [{ name: "build", context: "lint" }, "build"],
  [{ name: null, context: null }, "default"],
])("%j is named %s", async (given, name) => {
  const setting = await createStatusSetting();
  expect(await setStatus(setting.owner, setting, { state: "success", ...given })).toMatchObject({
    status: 201,
    body: { name },
  });
});

test("times show when a job was started and when it ended", async () => {
  const setting = await createStatusSetting();
  const times = async (state: string) => {
    const { started_at, finished_at } = await ok(setStatus(setting.owner, setting, { state }));
    return { started_at, finished_at };
  };
  expect(await times("pending")).toEqual({ started_at: null, finished_at: null });
  const running = await times("running");
  expect(running).toEqual({ started_at: expect.stringMatching(TIME), finished_at: null });
  const success = await times("success");
  expect(success).toEqual({ started_at: running.started_at, finished_at: expect.stringMatching(TIME) });
  expect(await times("failed")).toEqual({ started_at: null, finished_at: expect.stringMatching(TIME) });
});

describe("the commit can be given by", () => {
  test("a branch with a slash, a tag, an abbreviated id: the answer has the id", async () => {
    const { owner, project } = await createStatusSetting();
    using folder = await WorkingFolder.copy(owner, project);
    const sha = await folder.commit({ "b.txt": "b\n" });
    await folder.git("tag", "-a", "v1.0", "-m", "One");
    await folder.deliver("HEAD:refs/heads/topic/one", "v1.0");
    for (const name of ["topic/one", "v1.0", sha.slice(0, 8), sha]) {
      const answer = await setStatus(owner, { project, sha: name }, { state: "success" });
      expect(answer).toMatchObject({ status: 201, body: { sha, ref: "topic/one" } });
    }
    const raw = await owner.post(`/projects/${project.id}/statuses/topic/one`, { state: "success" });
    expect(raw).toMatchObject({ status: 201, body: { sha } });
  });

  test("no unknown name", async () => {
    const { owner, project } = await createStatusSetting();
    const empty = await createProject(owner);
    const none = { status: 404, body: { message: "404 Commit Not Found" } };
    for (const sha of ["nothing", "f".repeat(40), "refs/heads/nothing", "x".repeat(5000)]) {
      expect(await setStatus(owner, { project, sha }, { state: "success" })).toMatchObject(none);
    }
    expect(await setStatus(owner, { project: empty, sha: "main" }, { state: "success" })).toMatchObject(none);
  });
});

describe("without a ref", () => {
  test("the status gets the first branch by name that contains the commit", async () => {
    const { owner, project, sha } = await createStatusSetting();
    using folder = await WorkingFolder.copy(owner, project);
    await folder.commit({ "b.txt": "b\n" });
    // Z before a, as git sorts; the orphan is before both and does not contain the commit.
    await folder.deliver("HEAD:refs/heads/a", "HEAD:refs/heads/Zed", `${sha}:refs/heads/older`);
    await folder.git("checkout", "--quiet", "--orphan", "Alone");
    await folder.commit({ "c.txt": "c\n" });
    await folder.deliver();
    expect((await setStatus(owner, { project, sha }, { state: "success" })).body).toMatchObject({ ref: "Zed" });
    expect((await setStatus(owner, { project, sha: "a" }, { state: "success" })).body).toMatchObject({ ref: "Zed" });
    expect((await setStatus(owner, { project, sha: "Alone" }, { state: "success" })).body).toMatchObject({
      ref: "Alone",
    });
    expect((await setStatus(owner, { project, sha }, { state: "success", ref: "" })).body).toMatchObject({
      ref: "Zed",
    });
  });

  test("a commit that only a tag contains is refused", async () => {
    const { owner, project } = await createStatusSetting();
    using folder = await WorkingFolder.copy(owner, project);
    const sha = await folder.commit({ "b.txt": "b\n" });
    await folder.deliver("HEAD:refs/tags/v1.0");
    expect(await setStatus(owner, { project, sha }, { state: "success" })).toMatchObject({
      status: 404,
      body: { message: "404 References for commit Not Found" },
    });
    const named = await setStatus(owner, { project, sha }, { state: "success", ref: "v1.0" });
    expect(named).toMatchObject({ status: 201, body: { sha, ref: "v1.0" } });
  });
});

test("parameters are checked before any lookup", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  const refusals: [Values, string][] = [
    [{}, "state is missing, state does not have a valid value"],
    [{ state: "" }, "state does not have a valid value"],
    [{ state: "created" }, "state does not have a valid value"],
    [{ state: "Success" }, "state does not have a valid value"],
    [{ state: "success", coverage: "much" }, "coverage is invalid"],
  ];
  for (const [values, error] of refusals) {
    const refusal = [values, { status: 400, body: { error } }];
    expect([values, await owner.post(`/projects/${id}/statuses/main`, values)]).toMatchObject(refusal);
    expect([values, await owner.post("/projects/999999999/statuses/main", values)]).toMatchObject(refusal);
  }
});

test("invalid attributes are reported by name, and nothing is stored", async () => {
  const setting = await createStatusSetting();
  const noUrl = { target_url: ["must be a valid URL"] };
  const tooLong = ["is too long (maximum is 255 characters)"];
  const refusals: [Values, Record<string, string[]>][] = [
    [{ target_url: "somewhere" }, noUrl],
    [{ target_url: "" }, noUrl],
    [{ target_url: "javascript:alert(1)" }, noUrl],
    [{ target_url: "ftp://example.com/x" }, noUrl],
    [{ target_url: "http://example.com/a b" }, noUrl],
    [{ target_url: "http://example.com/\nx" }, noUrl],
    [{ target_url: "http://example.com/%zz" }, noUrl],
    [{ target_url: `http://example.com/${"x".repeat(237)}` }, { target_url: tooLong }],
    [{ name: " " }, { name: ["can't be blank"] }],
    [
      { name: "x".repeat(256), ref: "x".repeat(256) },
      { name: tooLong, ref: tooLong },
    ],
  ];
  for (const [values, message] of refusals) {
    const answer = await setStatus(setting.owner, setting, { state: "success", ...values });
    expect([values, answer]).toMatchObject([values, { status: 400 }]);
    expect([values, answer.body]).toEqual([values, { message }]);
  }
  expect(await listOf(setting.owner, setting, { all: true })).toMatchObject({ status: 200, body: [] });
});

test("URLs have the schemes of the web, ssh and git, and at most 255 characters", async () => {
  const setting = await createStatusSetting();
  const longest = `http://example.com/${"x".repeat(236)}`;
  for (const target_url of ["https://example.com/%20", "ssh://git@example.com", "git://example.com/x", longest]) {
    const answer = await setStatus(setting.owner, setting, { state: "success", target_url });
    expect(answer).toMatchObject({ status: 201, body: { target_url } });
  }
});

test("statuses can be set in an archived project", async () => {
  const setting = await createStatusSetting();
  await ok(setting.owner.post(`/projects/${setting.project.id}/archive`));
  expect(await setStatus(setting.owner, setting, { state: "success" })).toMatchObject({ status: 201 });
});

test("statuses of the same commit in another project are separate", async () => {
  const [one, owner] = [await createStatusSetting(), await createUser()];
  const project = await createProject(owner);
  const sha = await seedRepository(owner, project, { "a.txt": "a\n" });
  expect(sha).toBe(one.sha);
  await ok(setStatus(owner, { project, sha }, { state: "failed" }));
  const at = (id: number) => `/projects/${id}/repository/commits/${sha}/statuses`;
  expect(await one.owner.get(at(one.project.id))).toMatchObject({ status: 200, body: [] });
  expect(await owner.get(at(project.id))).toMatchObject({ status: 200, body: [{ status: "failed" }] });
});
