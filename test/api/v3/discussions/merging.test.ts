// A project can require that all discussions of a merge request are resolved before it is merged.
import { expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { discuss } from "./discussed.ts";

const notReady = { status: 405, body: { message: "405 Method Not Allowed" } };

async function asking() {
  const context = await createProposing({ only_allow_merge_if_all_discussions_are_resolved: true });
  const { id } = await createMergeRequest(context.owner, context.project);
  const one = `${context.path}/${id}`;
  return { ...context, one, discussions: `${one}/discussions` };
}

test("accepting is refused while a discussion is open, and works when all are resolved", async () => {
  const { owner, at, one, discussions } = await asking();
  expect(await owner.get(at)).toMatchObject({ body: { only_allow_merge_if_all_discussions_are_resolved: true } });
  const [first, second] = [await discuss(owner, discussions, "1"), await discuss(owner, discussions, "2")];
  await ok(owner.put(first, { resolved: true }));
  expect(await owner.put(`${one}/merge`)).toMatchObject(notReady);
  await ok(owner.put(second, { resolved: true }));
  expect(await owner.put(`${one}/merge`)).toMatchObject({ status: 200, body: { state: "merged" } });
});

test("a project without the requirement merges with open discussions", async () => {
  const { owner, at, one, discussions } = await asking();
  await discuss(owner, discussions);
  expect(await owner.put(`${one}/merge`)).toMatchObject(notReady);
  await ok(owner.put(at, { only_allow_merge_if_all_discussions_are_resolved: false }));
  expect(await owner.put(`${one}/merge`)).toMatchObject({ status: 200, body: { state: "merged" } });
});

test("an automatic merge does not happen while a discussion is open", async () => {
  const { owner, at, one, discussions, tips } = await asking();
  const setStatus = (state: string) => ok(owner.post(`${at}/statuses/${tips.feature}`, { state, ref: "feature" }));
  await setStatus("running");
  const discussion = await discuss(owner, discussions);
  const attributes = { merge_when_build_succeeds: true };
  expect(await owner.put(`${one}/merge`, attributes)).toMatchObject(notReady);
  await ok(owner.put(discussion, { resolved: true }));
  expect(await owner.put(`${one}/merge`, attributes)).toMatchObject({
    status: 200,
    body: { state: "opened", merge_when_build_succeeds: true },
  });
  await ok(owner.put(discussion, { resolved: false }));
  await setStatus("success");
  expect(await owner.get(one)).toMatchObject({ body: { state: "opened", merge_when_build_succeeds: true } });
  expect(await owner.get("/todos")).toMatchObject({ body: [{ action_name: "unmergeable" }] });
  await ok(owner.put(discussion, { resolved: true }));
  expect(await owner.put(`${one}/merge`)).toMatchObject({ status: 200, body: { state: "merged" } });
});
