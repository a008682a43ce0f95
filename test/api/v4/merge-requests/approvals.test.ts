// Approvals in API v4
import { expect, test } from "vitest";
import { createUser, ok, root } from "../../../support/actors.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, asSource } from "../../../support/member-sources.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp() {
  const proposing = await createProposing({ visibility_level: 20 });
  const { owner, project, path } = proposing;
  const { id, iid } = await createMergeRequest(owner, project);
  const developer = await createUser();
  await addMember(asSource("project", project, owner), developer, "developer");
  return { ...proposing, developer, inV3: `${path}/${id}`, one: v4(`${path}/${iid}`) };
}

const none = { user_has_approved: false, user_can_approve: true, approved: false, approved_by: [] };
const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };
const mismatch = { status: 409, body: { message: "SHA does not match HEAD of source branch" } };

test("an approval is shown with its user and its time, and to others as theirs to give", async () => {
  const { owner, developer, one } = await setUp();
  expect(await ok(developer.get(`${one}/approvals`))).toEqual(none);
  const { status, body } = await developer.post(`${one}/approve`);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      user_has_approved: true,
      user_can_approve: false,
      approved: true,
      approved_by: [
        {
          user: expect.objectContaining({ id: developer.id, username: developer.username, state: "active" }),
          approved_at: expect.any(String),
        },
      ],
    },
  });
  expect(await ok(developer.get(`${one}/approvals`))).toEqual(body);
  expect(await ok(owner.get(`${one}/approvals`))).toEqual({
    ...body,
    user_has_approved: false,
    user_can_approve: true,
  });
});

test("the author may approve, and approvals are listed oldest first", async () => {
  const { owner, developer, one } = await setUp();
  await ok(developer.post(`${one}/approve`));
  const { approved_by: approvals } = await ok(owner.post(`${one}/approve`));
  expect(approvals.map(({ user }: { user: { id: number } }) => user.id)).toEqual([developer.id, owner.id]);
});

test("an approval is revoked once, and may be given again", async () => {
  const { developer, one } = await setUp();
  await ok(developer.post(`${one}/approve`));
  expect(await developer.post(`${one}/unapprove`)).toMatchObject({ status: 201, body: none });
  expect(await developer.post(`${one}/unapprove`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
  expect(await developer.post(`${one}/approve`)).toMatchObject({ status: 201, body: { approved: true } });
});

test("both leave a system note that v3 shows", async () => {
  const { owner, developer, one, inV3 } = await setUp();
  await ok(developer.post(`${one}/approve`));
  await ok(developer.post(`${one}/unapprove`));
  const notes: { body: string; system: boolean; author: { id: number } }[] = await ok(owner.get(`${inV3}/notes`));
  expect(notes.map(({ body, system, author }) => [body, system, author.id])).toEqual([
    ["approved this merge request", true, developer.id],
    ["unapproved this merge request", true, developer.id],
  ]);
});

test("an approval marks the todo of its user as done", async () => {
  const { owner, developer, inV3, one } = await setUp();
  await ok(owner.put(inV3, { assignee_id: developer.id }));
  await ok(developer.post(`${one}/approve`));
  expect(await developer.get("/todos")).toMatchObject({ status: 200, body: [] });
});

test("`sha` has to be the head", async () => {
  const { developer, one, tips } = await setUp();
  expect(await developer.post(`${one}/approve`, { sha: tips.main })).toMatchObject(mismatch);
  expect(await developer.post(`${one}/approve`, { sha: tips.feature })).toMatchObject({ status: 201 });
});

test("a push ends no approval", async () => {
  const { owner, developer, project, one } = await setUp();
  await ok(developer.post(`${one}/approve`));
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("checkout", "--quiet", "feature");
  await folder.commit({ "more.txt": "2\n" }, "Second");
  await folder.deliver("feature");
  expect(await ok(owner.get(`${one}/approvals`))).toMatchObject({ approved: true });
});

test("developers and up approve what is open, once", async () => {
  const { owner, developer, project, inV3, one } = await setUp();
  const reporter = await createUser();
  await addMember(asSource("project", project, owner), reporter, "reporter");
  for (const user of [reporter, await createUser()]) {
    expect(await user.post(`${one}/approve`)).toMatchObject(unauthorized);
    expect(await ok(user.get(`${one}/approvals`))).toEqual({ ...none, user_can_approve: false });
  }
  await ok(developer.post(`${one}/approve`));
  expect(await developer.post(`${one}/approve`)).toMatchObject(unauthorized);
  await ok(owner.put(inV3, { state_event: "close" }));
  for (const call of ["approve", "unapprove"]) {
    const user = call === "approve" ? owner : developer;
    expect(await user.post(`${one}/${call}`)).toMatchObject(unauthorized);
  }
});

test("of many concurrent approvals by one user one counts", async () => {
  const { owner, developer, inV3, one } = await setUp();
  const answers = await Promise.all(Array.from({ length: 5 }, () => developer.post(`${one}/approve`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401]);
  expect(await ok(owner.get(`${inV3}/notes`))).toHaveLength(1);
});

test("there are no rules", async () => {
  const { developer, one } = await setUp();
  expect(await ok(developer.get(`${one}/approval_state`))).toEqual({ approval_rules_overwritten: false, rules: [] });
  expect(await ok(developer.get(`${one}/approval_rules`))).toEqual([]);
});

test("a deleted user's approval goes with them", async () => {
  const { owner, developer, one } = await setUp();
  await ok(developer.post(`${one}/approve`));
  await ok(root.delete(`/users/${developer.id}`));
  expect(await ok(owner.get(`${one}/approvals`))).toEqual(none);
});
