// POST /projects/:id/repository/branches
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { inShort } from "../../../support/in-short.ts";
import { branchesOf, createBranch, createSeeded, namesOf, remoteRefs } from "./branches.ts";

test("a branch can start from a branch, a tag, a commit id or an abbreviated id", async () => {
  const { owner, project, path, commit } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  const second = await folder.commit({ a: "1" }, "Second");
  await folder.git("tag", "light");
  await folder.git("tag", "-a", "-m", "Annotated", "annotated", "main~1");
  await folder.deliver("HEAD:refs/heads/feature/x", "light", "annotated");
  const refs = [
    ["main", commit],
    ["feature/x", second],
    ["light", second],
    ["annotated", commit],
    ["refs/heads/main", commit],
    [second, second],
    [second.slice(0, 10), second],
    ["HEAD", commit],
  ] as const;
  for (const [at, [ref, id]] of refs.entries()) {
    const branch_name = `made/${at}`;
    const expected = { name: branch_name, commit: { id }, merged: false, protected: false };
    expect(await owner.post(path, { branch_name, ref }), ref).toMatchObject({ status: 201, body: expected });
    expect(await owner.get(`${path}/${branch_name}`)).toMatchObject({ status: 200, body: expected });
  }
});

const refusals: [Values, object][] = [
  [{}, { error: "branch_name is missing, ref is missing" }],
  [{ ref: "main" }, { error: "branch_name is missing" }],
  [{ branch_name: "x" }, { error: "ref is missing" }],
  [{ branch_name: "x", ref: ["main"] }, { error: "ref is invalid" }],
  [{ branch_name: "main", ref: "main" }, { message: "Branch already exists" }],
  [{ branch_name: "main", ref: "no such" }, { message: "Branch already exists" }],
  [{ branch_name: "x", ref: "no such" }, { message: "Invalid reference name" }],
  [{ branch_name: "x", ref: "" }, { message: "Invalid reference name" }],
  [{ branch_name: "x", ref: "f".repeat(40) }, { message: "Invalid reference name" }],
  [{ branch_name: "x", ref: "x".repeat(2_000_000) }, { message: "Invalid reference name" }],
  [{ branch_name: "main/x", ref: "main" }, { message: "'refs/heads/main' exists; cannot create 'refs/heads/main/x'" }],
];

test.each(refusals.map(([attributes, body]) => [inShort(attributes), attributes, body] as const))(
  "%s is refused",
  async (_, attributes, body) => {
    const { owner, path } = await createSeeded();
    expect(await owner.post(path, attributes)).toMatchObject({ status: 400, body });
    expect(namesOf(await owner.get(path))).toEqual(["main"]);
  },
);

const badNames = [
  ...["", " ", "a b", "a..b", "a.lock", ".a", "a/.b", "a//b", "/a", "a/", "a~1", "a^", "a:b", "a?", "a*", "a[b"],
  ...["a\\b", "a@{b", "a.", "\u007f", "-a", "HEAD", "f".repeat(40), "refs/heads/a", "refs/remotes/a", "x".repeat(1100)],
];

test("a name that git refuses, or that is ambiguous, is invalid", async () => {
  const { owner, path } = await createSeeded();
  for (const branch_name of badNames) {
    const answer = await owner.post(path, { branch_name, ref: "main" });
    expect(answer, branch_name).toMatchObject({ status: 400, body: { message: "Branch name is invalid" } });
  }
  expect(namesOf(await owner.get(path))).toEqual(["main"]);
});

test("a branch inside a folder named like a branch is refused, and the reverse", async () => {
  const seeded = await createSeeded();
  await createBranch(seeded, "feature/one");
  expect(await seeded.owner.post(seeded.path, { branch_name: "feature", ref: "main" })).toMatchObject({
    status: 400,
    body: { message: "'refs/heads/feature/one' exists; cannot create 'refs/heads/feature'" },
  });
});

test("a repository without commits has nothing to branch from", async () => {
  const owner = await createUser();
  const path = branchesOf(await createProject(owner));
  expect(await owner.post(path, { branch_name: "main", ref: "main" })).toMatchObject({
    status: 400,
    body: { message: "Invalid reference name" },
  });
});

describe("creating a branch is a push:", () => {
  test("it is an activity of the project", async () => {
    const seeded = await createSeeded();
    const last = async () => (await ok(seeded.owner.get(`/projects/${seeded.project.id}`))).last_activity_at;
    const before = await last();
    await createBranch(seeded, "new");
    expect((await last()) > before).toBe(true);
  });

  test("git sees the branch at once", async () => {
    const seeded = await createSeeded();
    await createBranch(seeded, "new");
    expect(await remoteRefs(seeded.owner, seeded.project)).toEqual({
      HEAD: seeded.commit,
      "refs/heads/main": seeded.commit,
      "refs/heads/new": seeded.commit,
    });
  });
});

test("of 10 concurrent calls for one name one succeeds", async () => {
  const { owner, path } = await createSeeded();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.post(path, { branch_name: "new", ref: "main" })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 201)).toMatchObject(
    Array(9).fill({ status: 400, body: { message: "Branch already exists" } }),
  );
});
