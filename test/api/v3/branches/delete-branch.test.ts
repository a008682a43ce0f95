// DELETE /projects/:id/repository/branches/:branch
import { expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, createBranch, createSeeded, namesOf, remoteRefs } from "./branches.ts";

const missing = { status: 404, body: { message: "No such branch" } };

test.each(["new", "feature/a.b", "ä/日本", "x/protect", "a%2Fb"])("%s is deleted, for git as well", async (name) => {
  const seeded = await createSeeded();
  const { owner, project, path, commit } = seeded;
  await createBranch(seeded, name);
  const { status, body } = await owner.delete(`${path}/${encodeURIComponent(name)}`);
  expect({ status, body }).toEqual({ status: 200, body: { branch_name: name } });
  expect(namesOf(await owner.get(path))).toEqual(["main"]);
  expect(await remoteRefs(owner, project)).toEqual({ HEAD: commit, "refs/heads/main": commit });
  expect(await owner.delete(`${path}/${encodeURIComponent(name)}`)).toMatchObject(missing);
});

test("slashes need no encoding", async () => {
  const seeded = await createSeeded();
  await createBranch(seeded, "a/b/c");
  expect(await seeded.owner.delete(`${seeded.path}/a/b/c`)).toMatchObject({
    status: 200,
    body: { branch_name: "a/b/c" },
  });
});

test("the default branch cannot be deleted, protected or not", async () => {
  const seeded = await createSeeded();
  const { owner, path } = seeded;
  const refused = { status: 405, body: { message: "Cannot remove HEAD branch" } };
  expect(await owner.delete(`${path}/main`)).toMatchObject(refused);
  await ok(owner.put(`${path}/main/unprotect`));
  expect(await owner.delete(`${path}/main`)).toMatchObject(refused);
  expect(namesOf(await owner.get(path))).toEqual(["main"]);
});

test("a protected branch cannot be deleted by anybody until it is unprotected", async () => {
  const seeded = await createSeeded();
  const { owner, path } = seeded;
  const developer = await addMember(seeded, "developer");
  await createBranch(seeded, "stable");
  await ok(owner.put(`${path}/stable/protect`, { developers_can_push: true, developers_can_merge: true }));
  for (const caller of [owner, developer]) {
    expect(await caller.delete(`${path}/stable`)).toMatchObject({
      status: 405,
      body: { message: "Protected branch cant be removed" },
    });
  }
  await ok(owner.put(`${path}/stable/unprotect`));
  expect(await developer.delete(`${path}/stable`)).toMatchObject({ status: 200 });
});

test("a deleted branch can be created again, with commits that only it had", async () => {
  const seeded = await createSeeded();
  const { owner, project, path } = seeded;
  using folder = await WorkingFolder.copy(owner, project);
  const id = await folder.commit({ a: "1" });
  await folder.deliver("HEAD:refs/heads/new");
  await ok(owner.delete(`${path}/new`));
  expect(await owner.post(path, { branch_name: "again", ref: id })).toMatchObject({
    status: 201,
    body: { commit: { id } },
  });
});

test("of 10 concurrent deletions one succeeds", async () => {
  const seeded = await createSeeded();
  await createBranch(seeded, "new");
  const answers = await Promise.all(Array.from({ length: 10 }, () => seeded.owner.delete(`${seeded.path}/new`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200)).toMatchObject(Array(9).fill(missing));
});
