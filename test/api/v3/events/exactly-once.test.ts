// Each change is one event: a call that changes nothing and the loser of a race record none.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { summariesOf } from "./feeds.ts";

const twice = <T>(what: () => Promise<T>): Promise<T[]> => Promise.all([what(), what()]);

test("an issue that is closed again, or by two at once, is closed once", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const at = `/projects/${project.id}`;
  const { id } = await createIssue(owner, project, { title: "i" });
  const close = () => ok(owner.put(`${at}/issues/${id}`, { state_event: "close" }));
  await twice(close);
  await close();
  const reopen = () => ok(owner.put(`${at}/issues/${id}`, { state_event: "reopen" }));
  await twice(reopen);
  expect(await summariesOf(owner, `${at}/events`)).toEqual([
    "reopened Issue i",
    "closed Issue i",
    "opened Issue i",
    "created",
  ]);
});

test("a merge request that is closed again, or by two at once, is closed once", async () => {
  const { owner, project, at, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project, { title: "m" });
  const put = (state_event: string) => ok(owner.put(`${path}/${id}`, { state_event }));
  await twice(() => put("close"));
  await put("close");
  await twice(() => put("reopen"));
  expect(await summariesOf(owner, `${at}/events`, { target_type: "merge_request" })).toEqual(
    ["reopened", "closed", "opened"].map((action) => `${action} MergeRequest m`),
  );
});

test("a merge request that two accept at once is accepted once", async () => {
  const { owner, project, at, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project, { title: "m" });
  await twice(() => owner.put(`${path}/${id}/merge`));
  expect(await summariesOf(owner, `${at}/events`, { action: "merged" })).toEqual(["accepted MergeRequest m"]);
});

test("a user who is added twice and removed twice has joined and left once", async () => {
  const [owner, member] = [await createUser(), await createUser()];
  const project = await createProject(owner);
  const at = `/projects/${project.id}`;
  await twice(() => owner.post(`${at}/members`, { user_id: member.id, access_level: 10 }));
  await joinProject(owner, project, member, "guest");
  await twice(() => owner.delete(`${at}/members/${member.id}`));
  expect(await summariesOf(owner, `${at}/events`)).toEqual(["left", "joined", "created"]);
});

test("an issue that two move at once is moved once", async () => {
  const owner = await createUser();
  const [project, other] = [await createProject(owner), await createProject(owner)];
  const { id } = await createIssue(owner, project, { title: "i" });
  await twice(() => owner.post(`/projects/${project.id}/issues/${id}/move`, { to_project_id: other.id }));
  const counted = async ({ id: of }: { id: number }) =>
    summariesOf(owner, `/projects/${of}/events`, { target_type: "issue" });
  expect([await counted(project), await counted(other)]).toEqual([
    ["closed Issue i", "opened Issue i"],
    ["opened Issue i"],
  ]);
});

test("refused calls record nothing: a title and a milestone that are taken", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const at = `/projects/${project.id}`;
  await twice(() => owner.post(`${at}/milestones`, { title: "v1" }));
  expect(await owner.post(`${at}/issues`, { title: " " })).toMatchObject({ status: 400 });
  expect(await summariesOf(owner, `${at}/events`)).toEqual(["opened Milestone v1", "created"]);
});
