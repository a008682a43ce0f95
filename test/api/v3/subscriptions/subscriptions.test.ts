// POST and DELETE /projects/:id/issues/:subscribable_id/subscription
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, type Cast, castNames, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";

const issuePath = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;
const subscribe = (user: Actor, issue: Issue) => user.post(`${issuePath(issue)}/subscription`);
const unsubscribe = (user: Actor, issue: Issue) => user.delete(`${issuePath(issue)}/subscription`);
const read = (user: Actor, issue: Issue) => ok(user.get(issuePath(issue)));

const unchanged = { status: 304, text: "" };
const noRecord = { status: 404, text: '{"message":"404 Not found"}' };

/** An issue on a public project, and a user who is only a reader. */
async function setting(issueAttributes: Values = {}) {
  const [author, reader] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(author, { visibility_level: 20 });
  const issue = await createIssue(author, project, issueAttributes);
  return { author, reader, project, issue };
}

describe("a user who does not participate", () => {
  test("can subscribe, and gets the issue", async () => {
    const { reader, issue } = await setting();
    expect(await read(reader, issue)).toMatchObject({ subscribed: false });
    const { status, body } = await subscribe(reader, issue);
    expect({ status, body }).toEqual({ status: 201, body: await read(reader, issue) });
    expect(body).toMatchObject({ id: issue.id, subscribed: true });
  });

  test("gets 304 for a second subscription", async () => {
    const { reader, issue } = await setting();
    await ok(subscribe(reader, issue));
    expect(await subscribe(reader, issue)).toMatchObject(unchanged);
  });

  test("gets 304 for unsubscribing", async () => {
    const { reader, issue } = await setting();
    expect(await unsubscribe(reader, issue)).toMatchObject(unchanged);
  });

  test("can unsubscribe, and subscribe again", async () => {
    const { reader, issue } = await setting();
    const steps = [];
    for (const step of [subscribe, unsubscribe, unsubscribe, subscribe]) steps.push(await step(reader, issue));
    expect(steps).toMatchObject([
      { status: 201, body: { subscribed: true } },
      { status: 200, body: { id: issue.id, subscribed: false } },
      unchanged,
      { status: 201, body: { subscribed: true } },
    ]);
  });
});

describe("a participant is subscribed:", () => {
  test("the author, until they unsubscribe", async () => {
    const { author, issue } = await setting();
    expect(await subscribe(author, issue)).toMatchObject(unchanged);
    const { status, body } = await unsubscribe(author, issue);
    expect({ status, body }).toEqual({ status: 200, body: await read(author, issue) });
    expect(body).toMatchObject({ id: issue.id, subscribed: false });
  });

  test("the assignee", async () => {
    const [author, assignee] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(author);
    await joinProject(author, project, assignee, "guest");
    const issue = await createIssue(author, project, { assignee_id: assignee.id });
    expect(await subscribe(assignee, issue)).toMatchObject(unchanged);
    expect(await unsubscribe(assignee, issue)).toMatchObject({ status: 200, body: { subscribed: false } });
  });

  test("a commenter", async () => {
    const { reader, issue } = await setting();
    await ok(reader.post(`${issuePath(issue)}/notes`, { body: "I was here" }));
    expect(await read(reader, issue)).toMatchObject({ subscribed: true });
    expect(await subscribe(reader, issue)).toMatchObject(unchanged);
  });

  test("a user who gave an award, while it exists", async () => {
    const { reader, issue } = await setting();
    const award = await ok(reader.post(`${issuePath(issue)}/award_emoji`, { name: "rocket" }));
    expect(await subscribe(reader, issue)).toMatchObject(unchanged);
    await ok(reader.delete(`${issuePath(issue)}/award_emoji/${award.id}`));
    expect(await unsubscribe(reader, issue)).toMatchObject(unchanged);
  });

  test("a mentioned user", async () => {
    const { author, reader, issue } = await setting();
    await ok(author.put(issuePath(issue), { description: `See @${reader.username}` }));
    expect(await subscribe(reader, issue)).toMatchObject(unchanged);
    expect(await unsubscribe(reader, issue)).toMatchObject({ status: 200, body: { subscribed: false } });
  });

  test("but nobody who unsubscribed, even after another comment", async () => {
    const { reader, issue } = await setting();
    await ok(reader.post(`${issuePath(issue)}/notes`, { body: "I was here" }));
    await ok(unsubscribe(reader, issue));
    await ok(reader.post(`${issuePath(issue)}/notes`, { body: "Once more" }));
    expect(await read(reader, issue)).toMatchObject({ subscribed: false });
    expect(await subscribe(reader, issue)).toMatchObject({ status: 201, body: { subscribed: true } });
  });
});

test("a subscription belongs to one user", async () => {
  const { author, reader, issue } = await setting();
  await ok(subscribe(reader, issue));
  await ok(unsubscribe(author, issue));
  expect([await read(reader, issue), await read(author, issue)]).toMatchObject([
    { subscribed: true },
    { subscribed: false },
  ]);
});

test("a subscription belongs to one issue", async () => {
  const { author, reader, project, issue } = await setting();
  const other = await createIssue(author, project);
  await ok(subscribe(reader, issue));
  const { body } = await reader.get(`/projects/${project.id}/issues`, { sort: "asc" });
  expect(body).toMatchObject([
    { id: issue.id, subscribed: true },
    { id: other.id, subscribed: false },
  ]);
});

test("subscribing changes nothing of the issue and creates no todo", async () => {
  const { author, reader, issue } = await setting({ created_at: "2016-01-04T15:31:51.081Z" });
  const before = await read(author, issue);
  await ok(subscribe(reader, issue));
  await ok(unsubscribe(reader, issue));
  expect(await read(author, issue)).toEqual(before);
  expect(await reader.get("/todos")).toMatchObject(listing());
});

test("of twenty concurrent calls one subscribes, and of twenty one unsubscribes", async () => {
  const { reader, issue } = await setting();
  const begun = await Promise.all(Array.from({ length: 20 }, () => subscribe(reader, issue)));
  const ended = await Promise.all(Array.from({ length: 20 }, () => unsubscribe(reader, issue)));
  expect({
    begun: begun.map(({ status }) => status).sort(),
    ended: ended.map(({ status }) => status).sort(),
    left: (await read(reader, issue)).subscribed,
  }).toEqual({
    begun: [201, ...Array(19).fill(304)],
    ended: [200, ...Array(19).fill(304)],
    left: false,
  });
});

const everyoneInside = { guest: 201, reporter: 201, developer: 201, master: 201, admin: 201 };
// The owner wrote the issue, and so is subscribed.
const readers: Record<string, [number, Record<keyof Cast, number>]> = {
  private: [0, { anonymous: 401, external: 404, outsider: 404, ...everyoneInside, owner: 304 }],
  internal: [10, { anonymous: 401, external: 404, outsider: 201, ...everyoneInside, owner: 304 }],
  public: [20, { anonymous: 401, external: 201, outsider: 201, ...everyoneInside, owner: 304 }],
};

test.each(Object.entries(readers))(
  "every reader of an issue in a %s project can subscribe",
  async (_, [level, who]) => {
    const { cast, project } = await createCast({}, { visibility_level: level });
    const issue = await createIssue(cast.owner, project);
    const statuses = await Promise.all(
      castNames.map(async (name) => [name, (await cast[name].post(`${issuePath(issue)}/subscription`)).status]),
    );
    expect(Object.fromEntries(statuses)).toEqual(who);
  },
);

describe.each(["post", "delete"] as const)("%s of an invisible issue", (method) => {
  test("because it is confidential answers as for an unknown one", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project, { confidential: true });
    const answers = await Promise.all(
      [cast.guest, cast.outsider].flatMap((reader) => [
        reader[method](`${issuePath(issue)}/subscription`),
        reader[method](`/projects/${project.id}/issues/999999999/subscription`),
      ]),
    );
    expect(answers).toMatchObject(Array(4).fill(noRecord));
  });

  test("because issues are disabled is 404", async () => {
    const { author, project, issue } = await setting();
    await ok(author.put(`/projects/${project.id}`, { issues_enabled: false }));
    expect(await author[method](`${issuePath(issue)}/subscription`)).toMatchObject(noRecord);
  });

  test("because its project is invisible is 404 for the project", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const issue = await createIssue(owner, await createProject(owner));
    expect(await outsider[method](`${issuePath(issue)}/subscription`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });

  test("because it is another project's is 404", async () => {
    const { author, issue } = await setting();
    const other = await createProject(author);
    expect(await author[method](`/projects/${other.id}/issues/${issue.id}/subscription`)).toMatchObject(noRecord);
  });

  test.each(["abc", "1abc", "1.0", "-1", "%00", "99999999999999999999999"])(
    "because %s is no id is 404",
    async (id) => {
      const { author, project } = await setting();
      expect(await author[method](`/projects/${project.id}/issues/${id}/subscription`)).toMatchObject(noRecord);
    },
  );

  test("is 401 for anonymous callers, and so is that of a visible one", async () => {
    const { issue } = await setting();
    expect([
      await anonymous[method](`${issuePath(issue)}/subscription`),
      await anonymous[method]("/projects/0/issues/abc/subscription"),
    ]).toMatchObject(Array(2).fill({ status: 401, body: { message: "401 Unauthorized" } }));
  });
});

test("a user who cannot see the issue any more gets 404, and is still subscribed when they can again", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, member, "guest");
  const issue = await createIssue(owner, project);
  await ok(subscribe(member, issue));
  await ok(owner.delete(`/projects/${project.id}/members/${member.id}`));
  expect(await unsubscribe(member, issue)).toMatchObject({ status: 404 });
  await joinProject(owner, project, member, "guest");
  expect(await read(member, issue)).toMatchObject({ subscribed: true });
});

test("the issue in a todo shows the subscription", async () => {
  const { reader, issue } = await setting();
  await ok(subscribe(reader, issue));
  expect(await reader.post(`${issuePath(issue)}/todo`)).toMatchObject({
    status: 201,
    body: { target: { id: issue.id, subscribed: true } },
  });
});

test("subscribing and unsubscribing cost two round trips", async () => {
  const { reader, issue } = await setting();
  const answers = [await subscribe(reader, issue), await unsubscribe(reader, issue)];
  expect(answers.map(({ status, cost }) => [status, cost.roundTrips])).toEqual([
    [201, 2],
    [200, 2],
  ]);
});
