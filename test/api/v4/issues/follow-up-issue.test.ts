// POST /projects/:id/issues with merge_request_to_resolve_discussions_of in API v4
import { expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { v4 } from "../../../support/v4.ts";
import { discuss, type Setting, setting } from "../../v3/discussions/discussed.ts";

const issuesOf = ({ project }: Setting) => v4(`/projects/${project.id}/issues`);

const statesOf = async ({ owner, path }: Setting): Promise<boolean[]> =>
  (await ok(owner.get(path))).map(({ notes: [note] }: { notes: { resolved: boolean }[] }) => note?.resolved);

/** Two open discussions, and the ids of their first notes, which name them in v4. */
async function discussed() {
  const context = await setting();
  for (const body of ["One?", "Two?"]) await discuss(context.owner, context.path, body);
  const ids = (await ok(context.owner.get(context.path))).map(
    ({ notes: [note] }: { notes: { id: number }[] }) => note?.id,
  );
  return { context, ids, iid: context.mergeRequest.iid };
}

test("the issue lists all open discussions and resolves them", async () => {
  const { context, iid } = await discussed();
  const given = { title: "Title", merge_request_to_resolve_discussions_of: iid };
  const { status, body } = await context.owner.post(issuesOf(context), given);
  expect([status, body.task_completion_status]).toEqual([201, { count: 2, completed_count: 0 }]);
  expect(await statesOf(context)).toEqual([true, true]);
});

test("with discussion_to_resolve, that one alone", async () => {
  const { context, iid, ids } = await discussed();
  const { status, body } = await context.owner.post(issuesOf(context), {
    title: "Title",
    merge_request_to_resolve_discussions_of: iid,
    discussion_to_resolve: String(ids[1]),
  });
  expect([status, body.description]).toEqual([
    201,
    expect.stringMatching(/^The following discussion .*\n.*\n.*Two\?`$/),
  ]);
  expect(await statesOf(context)).toEqual([false, true]);
});

test("discussion_to_resolve without its merge request is 400, and an unknown one 404", async () => {
  const { context, iid, ids } = await discussed();
  const alone = await context.owner.post(issuesOf(context), { title: "Title", discussion_to_resolve: ids[0] });
  expect([alone.status, alone.body]).toEqual([400, { error: "merge_request_to_resolve_discussions_of is missing" }]);
  const unknown = await context.owner.post(issuesOf(context), {
    title: "Title",
    merge_request_to_resolve_discussions_of: iid,
    discussion_to_resolve: 999_999,
  });
  expect([unknown.status, unknown.body]).toEqual([404, { message: "404 Discussion Not Found" }]);
});

test("an author who is not a member resolves none of a locked merge request", async () => {
  const { context, iid } = await discussed();
  const { owner, author, project } = context;
  await ok(owner.put(v4(`/projects/${project.id}/merge_requests/${iid}`), { discussion_locked: true }));
  await ok(owner.delete(`/projects/${project.id}/members/${author.id}`));
  const given = { title: "Title", merge_request_to_resolve_discussions_of: iid };
  expect((await author.post(issuesOf(context), given)).status).toBe(201);
  expect(await statesOf(context)).toEqual([false, false]);
});
