// POST /projects/:id/repository/commits in an empty repository, and the effects of a commit on the project.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { cloneSound, createEmpty, filesOf, postCommit, refusedWith } from "./commits.ts";

const create = (file_path: string) => ({ action: "create", file_path, content: "x" });

test.each(["main", "master", "topic/one"])(
  "the first commit makes its branch %s the default branch",
  async (branch) => {
    const owned = await createEmpty();
    const { owner, project } = owned;
    const { status, body } = await postCommit(owner, project, [create("a")], { branch_name: branch });
    expect({ status, parents: body.parent_ids }).toEqual({ status: 201, parents: [] });
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { default_branch: branch } });
    using folder = await cloneSound(owned);
    expect(await folder.git("symbolic-ref", "HEAD")).toBe(`refs/heads/${branch}`);
    expect(await folder.git("rev-parse", "HEAD")).toBe(body.id);
  },
);

test("the first branch is protected from developers", async () => {
  const { owner, project } = await createEmpty();
  const developer = await createUser();
  await joinProject(owner, project, developer, "developer");
  expect(await postCommit(developer, project, [create("a")])).toMatchObject({ status: 201 });
  expect(await postCommit(developer, project, [create("b")])).toMatchObject(
    refusedWith("You are not allowed to push into this branch"),
  );
});

test("a commit is an activity of the project", async () => {
  const { owner, project } = await createEmpty();
  const activity = async () => (await owner.get(`/projects/${project.id}`)).body.last_activity_at;
  const before = await activity();
  await postCommit(owner, project, [create("a")]);
  const first = await activity();
  await postCommit(owner, project, [create("b")]);
  const second = await activity();
  expect([before < first, first < second]).toEqual([true, true]);
});

test("the first commit may be empty", async () => {
  const owned = await createEmpty();
  expect(await postCommit(owned.owner, owned.project, [])).toMatchObject({ status: 201, body: { parent_ids: [] } });
  expect(await filesOf(owned)).toEqual({});
});

test.each(["update", "delete", "move"])("there is nothing to %s", async (action) => {
  const { owner, project } = await createEmpty();
  const actions = [{ action, file_path: "a", previous_path: "b", content: "x" }];
  expect(await postCommit(owner, project, actions)).toMatchObject(refusedWith(`No files to ${action}.`));
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { default_branch: null } });
});

test.each(["", "a..b", "-x", "x.lock", "a b", "HEAD", "refs/heads/x", "1".repeat(40)])(
  "%j is refused as the name of the first branch",
  async (branch) => {
    const { owner, project } = await createEmpty();
    const answer = await postCommit(owner, project, [create("a")], { branch_name: branch });
    expect(answer).toMatchObject(refusedWith("Branch name is invalid"));
  },
);
