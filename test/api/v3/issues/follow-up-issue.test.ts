// POST /projects/:id/issues with merge_request_for_resolving_discussions
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { bodiesOf, discuss, type Setting, setting } from "../discussions/discussed.ts";

const follow = ({ mergeRequest }: Setting) => ({
  title: "t",
  merge_request_for_resolving_discussions: mergeRequest.iid,
});

const issues = ({ project }: Setting) => `/projects/${project.id}/issues`;

const statesOf = async ({ owner, path }: Setting): Promise<boolean[]> =>
  (await ok(owner.get(path))).map(({ notes: [note] }: { notes: { resolved: boolean }[] }) => note?.resolved);

test("the issue lists the open discussions, resolves them and is mentioned under the merge request", async () => {
  const context = await setting();
  const { owner, author, stranger, path, one } = context;
  await ok(owner.put(await discuss(stranger, path, "Done"), { resolved: true }));
  const second = await discuss(stranger, path, "\n  Why so, @all?\nI ask.");
  await ok(owner.post(`${second}/notes`, { body: "Hm." }));
  await discuss(owner, path, "Use `x`");
  const { status, body } = await owner.post(issues(context), follow(context));
  expect({ status, description: body.description }).toEqual({
    status: 201,
    description: [
      "The following discussions from !1 should be addressed:",
      "",
      `- [ ] @${stranger.username} commented: \`Why so, @all?\``,
      `- [ ] @${owner.username} commented: \`\` Use \`x\` \`\``,
    ].join("\n"),
  });
  expect(await statesOf(context)).toEqual([true, true, true]);
  const [discussion] = (await ok(owner.get(path))).slice(1);
  expect(discussion.notes[0].resolved_by).toMatchObject({ id: owner.id });
  expect((await bodiesOf(stranger, one)).slice(-3)).toEqual([
    "mentioned in issue #1",
    "created #1 to resolve discussions",
    "resolved all discussions",
  ]);
  // Quoting a mention notifies nobody.
  expect(await author.get("/todos", { type: "Issue" })).toMatchObject({ status: 200, body: [] });
});

test("the issue says so if nothing is left to resolve", async () => {
  const context = await setting();
  const { owner, one } = context;
  expect(await owner.post(issues(context), follow(context))).toMatchObject({
    status: 201,
    body: { description: "There are no unresolved discussions. Review the conversation in !1." },
  });
  expect(await bodiesOf(owner, one)).toEqual(["mentioned in issue #1"]);
});

test.each([["Mine"], [""], [null]])("the description %j is kept", async (description) => {
  const context = await setting();
  const { owner, path } = context;
  await discuss(owner, path);
  expect(await owner.post(issues(context), { ...follow(context), description })).toMatchObject({
    status: 201,
    body: { title: "t", description },
  });
  expect(await statesOf(context)).toEqual([true]);
});

test("a user who may not resolve the discussions only lists them", async () => {
  const context = await setting();
  const { owner, stranger, path, one } = context;
  await discuss(owner, path);
  expect(await stranger.post(issues(context), follow(context))).toMatchObject({
    status: 201,
    body: { description: expect.stringContaining(`- [ ] @${owner.username} commented: \`Why so?\``) },
  });
  expect(await statesOf(context)).toEqual([false]);
  expect(await bodiesOf(owner, one)).toEqual(["Why so?", "mentioned in issue #1"]);
});

test("the author of the merge request resolves them", async () => {
  const context = await setting();
  await discuss(context.stranger, context.path);
  await ok(context.author.post(issues(context), follow(context)));
  expect(await statesOf(context)).toEqual([true]);
});

test("an unknown or invisible merge request is ignored", async () => {
  const context = await setting();
  const { owner, project, path } = context;
  const guest = await createUser();
  await joinProject(owner, project, guest, "guest");
  await ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
  await discuss(owner, path);
  const unknown = { title: "t", merge_request_for_resolving_discussions: 999_999_999 };
  expect(await owner.post(issues(context), unknown)).toMatchObject({ status: 201, body: { description: null } });
  expect(await guest.post(issues(context), follow(context))).toMatchObject({
    status: 201,
    body: { description: null },
  });
  expect(await statesOf(context)).toEqual([false]);
});

test("a confidential issue is mentioned only to those who may see it", async () => {
  const context = await setting();
  const { owner, stranger, path, one } = context;
  await discuss(owner, path);
  await ok(owner.post(issues(context), { ...follow(context), confidential: true }));
  expect((await bodiesOf(owner, one)).slice(1)).toEqual([
    "mentioned in issue #1",
    "created #1 to resolve discussions",
    "resolved all discussions",
  ]);
  const seen = await stranger.get(`${one}/notes`);
  expect(seen).toMatchObject({ body: [{ body: "Why so?" }, { body: "resolved all discussions" }] });
  expect(seen.headers.get("x-total")).toBe("2");
});

test("of two concurrent issues both list the discussions, and one resolves them", async () => {
  const context = await setting();
  const { owner, path, one } = context;
  await discuss(owner, path);
  const attributes = { ...follow(context), description: "Mine" };
  const answers = await Promise.all([owner.post(issues(context), attributes), owner.post(issues(context), attributes)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await bodiesOf(owner, one)).slice(1)).toEqual([
    expect.stringMatching(/^created #[12] to resolve discussions$/),
    "resolved all discussions",
  ]);
});

test("a refused issue resolves nothing", async () => {
  const context = await setting();
  await discuss(context.owner, context.path);
  expect(await context.owner.post(issues(context), { ...follow(context), title: " " })).toMatchObject({ status: 400 });
  expect(await statesOf(context)).toEqual([false]);
});
