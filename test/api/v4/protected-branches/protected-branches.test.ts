// Protected branches in API v4
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner);
  await seedRepository(owner, project, { "a.txt": "a\n" });
  const old = `/projects/${project.id}/repository/branches`;
  await ok(owner.post(old, { branch_name: "feature/x", ref: "main" }));
  return { owner, project, old, path: v4(`/projects/${project.id}/protected_branches`) };
}

const levels = (push: number, merge: number) => {
  const level = (access_level: number) => [
    {
      id: access_level,
      access_level,
      access_level_description: access_level === 40 ? "Maintainers" : "Developers + Maintainers",
    },
  ];
  return { push_access_levels: level(push), merge_access_levels: level(merge) };
};

test("a branch is protected, shown, listed, changed and unprotected", async () => {
  const { owner, path, old } = await setUp();
  const created = await owner.post(path, { name: "feature/x", push_access_level: 30, merge_access_level: 30 });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: "feature/x",
      ...levels(30, 30),
      allow_force_push: false,
      code_owner_approval_required: false,
    },
  ]);
  expect((await owner.get(`${path}/feature%2Fx`)).body).toEqual(created.body);
  const listed = await owner.get(path);
  expect([listed.body.map(({ name }: { name: string }) => name), listed.headers.get("x-total")]).toEqual([
    ["feature/x", "main"],
    "2",
  ]);
  expect((await owner.get(path, { search: "mai" })).body).toMatchObject([{ name: "main", ...levels(40, 40) }]);
  const changed = await owner.patch(`${path}/feature%2Fx`, { push_access_level: 40 });
  expect([changed.status, changed.body]).toEqual([200, { ...created.body, ...levels(40, 30) }]);
  expect((await owner.get(`${old}/feature%2Fx`)).body).toMatchObject({
    protected: true,
    developers_can_push: false,
    developers_can_merge: true,
  });
  const deleted = await owner.delete(`${path}/feature%2Fx`);
  expect([deleted.status, deleted.text]).toEqual([204, ""]);
  expect((await owner.get(`${path}/feature%2Fx`)).status).toBe(404);
});

test("maintainers alone push and merge by default", async () => {
  const { owner, path } = await setUp();
  expect(await ok(owner.post(path, { name: "feature/x" }))).toMatchObject(levels(40, 40));
});

describe("refused is", () => {
  test("to protect a branch twice", async () => {
    const { owner, path } = await setUp();
    const again = await owner.post(path, { name: "main" });
    expect([again.status, again.body]).toEqual([409, { message: "Protected branch 'main' already exists" }]);
  });

  test.each([
    [{}, 400, { error: "name is missing" }],
    [{ name: "feature/x", push_access_level: 0 }, 400, { error: "push_access_level does not have a valid value" }],
    [{ name: "feature/x", merge_access_level: 60 }, 400, { error: "merge_access_level does not have a valid value" }],
    [{ name: "feature/x", allow_force_push: true }, 400, { error: "allow_force_push is not supported" }],
    [{ name: "v*" }, 400, { message: "Branches are protected one by one: wildcards are not supported" }],
    [{ name: "none" }, 404, { message: "404 Branch Not Found" }],
  ])("%j", async (values, status, body) => {
    const { owner, path } = await setUp();
    const refused = await owner.post(path, values);
    expect([refused.status, refused.body]).toEqual([status, body]);
  });

  test("a branch that is not protected, by 404", async () => {
    const { owner, path } = await setUp();
    const answers = [await owner.patch(`${path}/none`), await owner.delete(`${path}/feature%2Fx`)];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [404, { message: "404 Not found" }]),
    );
  });

  test("what a developer changes", async () => {
    const { owner, project, path } = await setUp();
    const developer = await createUser();
    await joinProject(owner, project, developer, "developer");
    expect((await developer.get(path)).status).toBe(200);
    const answers = [
      await developer.post(path, { name: "feature/x" }),
      await developer.patch(`${path}/main`, { push_access_level: 30 }),
      await developer.delete(`${path}/main`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

test("the audit trail has the changes", async () => {
  const { owner, project, path } = await setUp();
  await ok(owner.post(path, { name: "feature/x" }));
  await owner.delete(`${path}/feature%2Fx`);
  const events = await ok(owner.get(`/projects/${project.id}/audit_events`));
  expect(JSON.stringify(events)).toMatch(/protected_branch/);
});
