// Merge requests that mention an issue or close it, in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createIssue } from "../../../support/factories.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp() {
  const { owner, project, at, path } = await createProposing({ visibility_level: 20 });
  await createIssue(owner, project);
  return { owner, project, at, old: path, path: v4(`${at}/issues/1`) };
}

const iids = ({ body }: { body: { iid: number }[] }) => body.map(({ iid }) => iid);

test("mentioning is related, and a closing word in title or description closes", async () => {
  const { owner, project, path } = await setUp();
  await createMergeRequest(owner, project, { description: "See #1" });
  await createMergeRequest(owner, project, { source_branch: "other", title: "Closes #1" });
  const related = await owner.get(`${path}/related_merge_requests`);
  expect([related.status, iids(related), related.headers.get("x-total")]).toEqual([200, [1, 2], "2"]);
  expect(related.body[0].references).toMatchObject({ relative: "!1" });
  const closers = await owner.get(`${path}/closed_by`);
  expect([closers.status, iids(closers), closers.headers.get("x-total")]).toEqual([200, [2], "1"]);
  expect((await owner.get(path)).body.merge_requests_count).toBe(2);
});

test("closing words count for the issue's own iid and for the default branch", async () => {
  const { owner, project, path } = await setUp();
  await createMergeRequest(owner, project, { title: "See #1, closes #2" });
  await createMergeRequest(owner, project, { source_branch: "main", target_branch: "feature", title: "Closes #1" });
  expect(iids(await owner.get(`${path}/closed_by`))).toEqual([]);
});

test("an address of v4 in a description closes the issue, and its merge is shown", async () => {
  const { owner, project, at, old, path } = await setUp();
  const address = `${baseUrl}/${project.path_with_namespace}/-/issues/1`;
  const { id } = await createMergeRequest(owner, project, { description: `Closes ${address}` });
  expect(iids(await owner.get(`${path}/closed_by`))).toEqual([1]);
  await ok(owner.put(`${old}/${id}/merge`));
  const issue = await ok(owner.get(v4(`${at}/issues/1`)));
  expect([issue.state, issue.closed_by.id]).toEqual(["closed", owner.id]);
  expect((await owner.get(`${path}/closed_by`)).body).toMatchObject([{ iid: 1, state: "merged" }]);
});

test("pages are cut, and an empty list is an empty page", async () => {
  const { owner, project, at, path } = await setUp();
  await createMergeRequest(owner, project, { description: "Closes #1" });
  await createMergeRequest(owner, project, { source_branch: "other", description: "Closes #1" });
  for (const list of ["related_merge_requests", "closed_by"]) {
    const page = await owner.get(`${path}/${list}`, { per_page: 1, page: 2 });
    expect([iids(page), page.headers.get("x-total"), page.headers.get("x-total-pages")]).toEqual([[2], "2", "2"]);
  }
  await createIssue(owner, project);
  expect((await owner.get(v4(`${at}/issues/2/related_merge_requests`))).body).toEqual([]);
});

test("merge requests of projects that the viewer may not see are neither listed nor counted", async () => {
  const { owner, project, path } = await setUp();
  const hidden = await createProposing({}, owner);
  await createMergeRequest(owner, hidden.project, { description: `See ${project.path_with_namespace}#1` });
  const seen = await owner.get(`${path}/related_merge_requests`);
  expect(seen.body).toMatchObject([{ references: { relative: `${hidden.project.path_with_namespace}!1` } }]);
  const outsider = await createUser();
  const unseen = await outsider.get(`${path}/related_merge_requests`);
  expect([unseen.body, unseen.headers.get("x-total")]).toEqual([[], "0"]);
  expect((await outsider.get(path)).body.merge_requests_count).toBe(0);
});

test("closing words count in the newest 2,000,000 characters, a merge that closed the issue always", async () => {
  const { owner, project, old, path } = await setUp();
  const merged = await createMergeRequest(owner, project, { source_branch: "other", description: "Closes #1" });
  await ok(owner.put(`${old}/${merged.id}/merge`));
  const description = `See #1. ${"Closes #2 ".repeat(100_000)}`;
  for (const text of ["Closes #1", description, description, "Closes #1"]) {
    const { id } = await createMergeRequest(owner, project, { description: text });
    await ok(owner.put(`${old}/${id}`, { state_event: "close" }));
  }
  expect(iids(await owner.get(`${path}/closed_by`))).toEqual([1, 5]);
});
