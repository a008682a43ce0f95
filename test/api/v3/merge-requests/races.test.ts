// Concurrent calls on one merge request.
import { expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";

const MANY = 6;

test("of many concurrent closings one takes effect; of many reopenings one makes a version", async () => {
  const { owner, project, path } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  const one = `${path}/${id}`;
  const atOnce = (state_event: string) =>
    Promise.all(Array.from({ length: MANY }, () => owner.put(one, { state_event })));
  expect((await atOnce("close")).map(({ body }) => body.state)).toEqual(Array(MANY).fill("closed"));
  expect((await atOnce("reopen")).map(({ body }) => body.state)).toEqual(Array(MANY).fill("reopened"));
  const notes: { body: string }[] = await ok(owner.get(`${one}/notes`));
  expect(notes.map(({ body }) => body)).toEqual(["closed", "reopened"]);
  const versions: { head_commit_sha: string }[] = await ok(owner.get(`${one}/versions`));
  expect(versions).toHaveLength(2);
});

test("concurrently created merge requests have different iids", async () => {
  const { owner, project } = await createProposing();
  const made = await Promise.all(
    Array.from({ length: MANY }, (_, n) => createMergeRequest(owner, project, { source_branch: `branch-${n}` })),
  );
  expect(made.map(({ iid }) => iid).sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

test("of many concurrent changes to one target branch one succeeds, and the others get a conflict", async () => {
  const { owner, project, path } = await createProposing();
  const made = [];
  for (let n = 0; n < MANY; n += 1) made.push(await createMergeRequest(owner, project, { target_branch: `to-${n}` }));
  const answers = await Promise.all(made.map(({ id }) => owner.put(`${path}/${id}`, { target_branch: "main" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const all: { target_branch: string }[] = await ok(owner.get(path));
  expect(all.filter(({ target_branch }) => target_branch === "main")).toHaveLength(1);
});
