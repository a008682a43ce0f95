// The merge requests of a commit in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp(attributes = {}) {
  const proposing = await createProposing(attributes);
  const of = (sha: string) => v4(`${proposing.at}/repository/commits/${sha}/merge_requests`);
  return { ...proposing, of };
}

const iidsIn = (body: { iid: number }[]) => body.map(({ iid }) => iid);

test("a merge request is found by its head, its merge commit and its squash commit", async () => {
  const { owner, project, path, tips, of } = await setUp();
  const { iid } = await createMergeRequest(owner, project);
  const one = v4(`${path}/${iid}`);
  expect(await owner.get(of(tips.feature ?? ""))).toMatchObject({ status: 200, body: [{ iid, state: "opened" }] });
  const merged = await ok(owner.put(`${one}/merge`, { squash: true }));
  for (const sha of [tips.feature, merged.merge_commit_sha, merged.squash_commit_sha]) {
    expect(await owner.get(of(sha))).toMatchObject({
      status: 200,
      body: [{ iid, state: "merged", project_id: project.id, squash_commit_sha: merged.squash_commit_sha }],
    });
  }
  expect(await owner.get(of(tips.main ?? ""))).toMatchObject({ status: 200, body: [] });
});

test("the list is newest first, has pages, and can be narrowed by state", async () => {
  const { owner, project, path, tips, of } = await setUp();
  const first = await createMergeRequest(owner, project, { target_branch: "other" });
  const second = await createMergeRequest(owner, project);
  await ok(owner.put(`${path}/${first.id}`, { state_event: "close" }));
  const { status, body, headers } = await owner.get(of(tips.feature ?? ""), { per_page: 1 });
  expect([status, iidsIn(body), headers.get("x-total"), headers.get("x-next-page")]).toEqual([
    ...[200, [second.iid], "2", "2"],
  ]);
  expect(iidsIn(await ok(owner.get(of(tips.feature ?? ""), { per_page: 1, page: 2 })))).toEqual([first.iid]);
  expect(iidsIn(await ok(owner.get(of(tips.feature ?? ""), { state: "closed" })))).toEqual([first.iid]);
  expect(await owner.get(of(tips.feature ?? ""), { state: "none" })).toMatchObject({ status: 400 });
});

test("a name of a commit counts as its id, and an unknown one is 404", async () => {
  const { owner, project, tips, of } = await setUp();
  const { iid } = await createMergeRequest(owner, project);
  for (const name of ["feature", tips.feature?.slice(0, 10) ?? ""]) {
    expect(await owner.get(of(name))).toMatchObject({ status: 200, body: [{ iid }] });
  }
  expect(await owner.get(of("nowhere"))).toMatchObject({ status: 404, body: { message: "404 Commit Not Found" } });
});

test("those of other projects, and of forks, are not listed", async () => {
  const { owner, project, tips, of } = await setUp({ visibility_level: 20 });
  const other = await createUser();
  const fork = await ok(other.post(`/projects/fork/${project.id}`));
  await createMergeRequest(other, fork);
  expect(await owner.get(of(tips.feature ?? ""))).toMatchObject({ status: 200, body: [] });
});

test("who may not read merge requests gets 403, who may not see the project 404", async () => {
  const { owner, project, tips, of } = await setUp();
  await createMergeRequest(owner, project);
  const guest = await createUser();
  await addMember(asSource("project", project, owner), guest, "guest");
  for (const sha of [tips.feature ?? "", "feature"]) {
    expect((await guest.get(of(sha))).status).toBe(403);
    expect((await (await createUser()).get(of(sha))).status).toBe(404);
  }
});
