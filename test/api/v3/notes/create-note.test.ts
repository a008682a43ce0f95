// POST /projects/:id/issues/:noteable_id/notes
import { describe, expect, test } from "vitest";
import { anonymous, type Cast, castNames, createAdmin, createUser, ok, root } from "../../../support/actors.ts";
import { api, baseUrl, send } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { comment, issuePath, noNote, noProject, notePath, notesOf, notesPath, setting } from "./notes.ts";

const tooLong = { status: 400, body: { message: { note: ["is too long (maximum is 1048576 characters)"] } } };

test("a comment is answered, counted and found", async () => {
  const { reader, issue } = await setting();
  const { status, body } = await reader.post(notesPath(issue), { body: "I agree." });
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      body: "I agree.",
      attachment: null,
      author: expect.objectContaining({ id: reader.id, web_url: `${baseUrl}/${reader.username}` }),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      system: false,
      noteable_id: issue.id,
      noteable_type: "Issue",
      upvote: false,
      downvote: false,
    },
  });
  expect(await reader.get(notePath(issue, body))).toMatchObject({ status: 200, body });
  expect(await reader.get(issuePath(issue))).toMatchObject({ status: 200, body: { user_notes_count: 1 } });
});

test("commenting costs two round trips, with any text", async () => {
  const { author, reader, issue } = await setting();
  const answers = [
    await reader.post(notesPath(issue), { body: "I agree." }),
    await reader.post(notesPath(issue), { body: `@${author.username} @all see #${issue.iid} and a/b#1` }),
  ];
  expect(answers.map(({ status, cost }) => [status, cost.roundTrips])).toEqual([
    [201, 2],
    [201, 2],
  ]);
});

describe("access", () => {
  const everyoneInside = { guest: 201, reporter: 201, developer: 201, master: 201, owner: 201, admin: 201 };
  const readers: Record<string, [number, Record<keyof Cast, number>]> = {
    private: [0, { anonymous: 401, external: 404, outsider: 404, ...everyoneInside }],
    internal: [10, { anonymous: 401, external: 404, outsider: 201, ...everyoneInside }],
    public: [20, { anonymous: 401, external: 201, outsider: 201, ...everyoneInside }],
  };

  test.each(Object.entries(readers))("to commenting in a %s project is for its readers", async (_, [level, who]) => {
    const { cast, project } = await createCast({}, { visibility_level: level });
    const issue = await createIssue(cast.owner, project);
    const statuses = await Promise.all(
      castNames.map(async (name) => [name, (await cast[name].post(notesPath(issue), { body: name })).status]),
    );
    expect(Object.fromEntries(statuses)).toEqual(who);
    const count = Object.values(who).filter((status) => status === 201).length;
    expect(await cast.owner.get(issuePath(issue))).toMatchObject({ status: 200, body: { user_notes_count: count } });
  });

  test("to commenting on a confidential issue is refused as for an unknown one", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project, { confidential: true });
    const unknown = { ...issue, id: 999_999_999 };
    for (const reader of [cast.guest, cast.outsider]) {
      for (const body of ["secret?", ""]) {
        expect([
          await reader.post(notesPath(issue), { body }),
          await reader.post(notesPath(unknown), { body }),
        ]).toMatchObject([noNote, noNote]);
      }
    }
    expect(await cast.reporter.post(notesPath(issue), { body: "secret!" })).toMatchObject({ status: 201 });
  });

  test("to an invisible project, or to disabled issues, is 404", async () => {
    const { author, project, issue } = await setting();
    const stranger = await createUser();
    await ok(author.put(`/projects/${project.id}`, { visibility_level: 0 }));
    expect(await stranger.post(notesPath(issue), { body: "hello?" })).toMatchObject(noProject);
    await ok(author.put(`/projects/${project.id}`, { issues_enabled: false }));
    expect(await author.post(notesPath(issue), { body: "hello?" })).toMatchObject(noNote);
  });

  test("is 401 for anonymous callers, whatever is sent", async () => {
    const { issue } = await setting();
    for (const path of [notesPath(issue), "/projects/0/issues/abc/notes"]) {
      expect(await anonymous.post(path)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
    }
  });
});

describe("the body", () => {
  test.each([
    ["is stored verbatim", "  line\r\n\n\tindented  \n"],
    [
      "can have markup, quotes and any script",
      `<script>alert('1')</script> "q" \`c\` & é 中文 🙂 \u200d \\0 '; drop table notes; --`,
    ],
    ["can be a number", "0"],
  ])("%s", async (_, body) => {
    const { author, issue } = await setting();
    const note = await comment(author, issue, body);
    expect(note.body).toBe(body);
    expect(await author.get(notePath(issue, note))).toMatchObject({ status: 200, body: { body } });
  });

  test.each([[""], [" \n\t "], ["\u00a0\u3000"], [null]])("cannot be blank: %j", async (body) => {
    const { author, issue } = await setting();
    expect(await author.post(notesPath(issue), { body })).toMatchObject({
      status: 400,
      body: { message: { note: ["can't be blank"] } },
    });
    expect(await author.get(notesPath(issue))).toMatchObject(listing());
  });

  test("is required, must be text, and is checked before any lookup", async () => {
    const { author, issue } = await setting();
    const somewhere = notesPath({ ...issue, project_id: 999_999_999 });
    for (const path of [notesPath(issue), somewhere]) {
      expect(await author.post(path)).toMatchObject({ status: 400, body: { error: "body is missing" } });
      expect(await author.post(path, { body: ["a"], created_at: ["soon"] })).toMatchObject({
        status: 400,
        body: { error: "body is invalid, created_at is invalid" },
      });
    }
    expect(await author.post(`/projects/${issue.project_id}/issues/abc/notes`)).toMatchObject({
      status: 400,
      body: { error: "noteable_id is invalid, body is missing" },
    });
  });

  test("can be sent in a form and in the query", async () => {
    const { author, issue } = await setting();
    const headers = author.headers;
    const url = `${api}${notesPath(issue)}`;
    const answers = [
      await send(url, { method: "POST", headers, body: new URLSearchParams({ body: "a form's" }) }),
      await send(`${url}?body=a+query's`, { method: "POST", headers }),
    ];
    expect(answers).toMatchObject([
      { status: 201, body: { body: "a form's" } },
      { status: 201, body: { body: "a query's" } },
    ]);
  });

  test("has the same limit as descriptions", async () => {
    const { author, issue } = await setting();
    const longest = "a".repeat(1_048_576);
    const note = await comment(author, issue, longest);
    expect(note.body === longest).toBe(true);
    expect(await author.post(notesPath(issue), { body: `${longest}a` })).toMatchObject(tooLong);
    // Fewer characters, but more bytes than a row can hold.
    expect(await author.post(notesPath(issue), { body: "é".repeat(1_000_000) })).toMatchObject(tooLong);
    expect(await author.get(issuePath(issue))).toMatchObject({ status: 200, body: { user_notes_count: 1 } });
  });
});

test("other attributes of the note cannot be set", async () => {
  const { author, reader, issue } = await setting();
  const params = {
    body: "mine",
    id: 1,
    author_id: author.id,
    system: true,
    noteable_type: "MergeRequest",
    upvote: true,
  };
  expect(await reader.post(notesPath(issue), { ...params, note: "other", updated_at: "2001-01-01" })).toMatchObject({
    status: 201,
    body: {
      body: "mine",
      author: { id: reader.id },
      system: false,
      noteable_id: issue.id,
      noteable_type: "Issue",
      upvote: false,
    },
  });
});

describe("created_at", () => {
  const created_at = "2016-01-04T15:31:51.081Z";

  test("can be set by owners and administrators, and sets updated_at too", async () => {
    const { author, issue } = await setting();
    for (const caller of [author, await createAdmin(), root]) {
      expect(await caller.post(notesPath(issue), { body: "then", created_at })).toMatchObject({
        status: 201,
        body: { created_at, updated_at: created_at },
      });
    }
  });

  test("can be set by a group's owner", async () => {
    const { cast, project } = await createCast();
    const issue = await createIssue(cast.guest, project);
    expect(await cast.owner.post(notesPath(issue), { body: "then", created_at })).toMatchObject({
      status: 201,
      body: { created_at },
    });
  });

  test("is now for everybody else, including the issue's author and masters", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.outsider, project);
    for (const caller of [cast.outsider, cast.master]) {
      const { status, body } = await caller.post(notesPath(issue), { body: "now", created_at });
      expect({ status, now: Math.abs(Date.now() - Date.parse(body.created_at)) < 60_000 }).toEqual({
        status: 201,
        now: true,
      });
    }
  });

  test("is parsed as an issue's is", async () => {
    const { author, issue } = await setting();
    expect(await author.post(notesPath(issue), { body: "then", created_at: "2017/03/01 10:20 CET" })).toMatchObject({
      status: 201,
      body: { created_at: "2017-03-01T09:20:00.000Z" },
    });
  });

  test.each(["soon", "2016-02-30", "9".repeat(200)])("is now if it is the unreadable %j", async (created_at) => {
    const { author, issue } = await setting();
    const { status, body } = await author.post(notesPath(issue), { body: "now", created_at });
    expect({ status, now: Math.abs(Date.now() - Date.parse(body.created_at)) < 60_000 }).toEqual({
      status: 201,
      now: true,
    });
  });

  test("is now if it is empty", async () => {
    const { author, issue } = await setting();
    const { status, body } = await author.post(notesPath(issue), { body: "now", created_at: "" });
    expect({ status, now: Math.abs(Date.now() - Date.parse(body.created_at)) < 60_000 }).toEqual({
      status: 201,
      now: true,
    });
  });
});

test("updated_at of the issue becomes the time of the comment, whatever its created_at", async () => {
  const { author, issue } = await setting({ created_at: "2016-01-04T15:31:51.081Z" });
  const note = await comment(author, issue);
  expect(await author.get(issuePath(issue))).toMatchObject({ status: 200, body: { updated_at: note.created_at } });
  await comment(author, issue, "Before all of it", { created_at: "2001-01-01T00:00:00Z" });
  const { updated_at } = await ok(author.get(issuePath(issue)));
  expect(updated_at >= note.created_at).toBe(true);
});

test("a confidential issue can be commented on by its author and its assignee, in any role", async () => {
  const [owner, guest, outsider] = await Promise.all([createUser(), createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await joinProject(owner, project, guest, "guest");
  const issue = await createIssue(outsider, project, { confidential: true });
  const assigned = await createIssue(owner, project, { confidential: true, assignee_id: guest.id });
  expect([
    await outsider.post(notesPath(issue), { body: "I say" }),
    await guest.post(notesPath(assigned), { body: "I do" }),
  ]).toMatchObject([{ status: 201 }, { status: 201 }]);
});

test("commenting subscribes the user", async () => {
  const { reader, issue } = await setting();
  expect(await reader.get(issuePath(issue))).toMatchObject({ status: 200, body: { subscribed: false } });
  await comment(reader, issue);
  expect(await reader.get(issuePath(issue))).toMatchObject({ status: 200, body: { subscribed: true } });
});

test("twenty concurrent comments are all stored, and each call answers its own", async () => {
  const { author, reader, issue } = await setting();
  const bodies = Array.from({ length: 20 }, (_, at) => `Comment ${at}`);
  const answers = await Promise.all(
    bodies.map((body, at) => (at % 2 === 0 ? author : reader).post(notesPath(issue), { body })),
  );
  expect(answers.map(({ status, body }) => [status, body.body])).toEqual(bodies.map((body) => [201, body]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
  const { bodies: found, total } = await notesOf(author, issue);
  expect({ found: found.sort(), total }).toEqual({ found: bodies.sort(), total: "20" });
  expect(await author.get(issuePath(issue))).toMatchObject({ status: 200, body: { user_notes_count: 20 } });
});

test.each([
  ["its issue", issuePath],
  ["its project", ({ project_id }: { project_id: number }) => `/projects/${project_id}`],
])("a comment written while %s is deleted is 201 or 404", async (_, path) => {
  const { author, reader, issue } = await setting();
  const body = `@${author.username} @${reader.username} #${issue.iid}`;
  const comments = Array.from({ length: 12 }, () => reader.post(notesPath(issue), { body }));
  const [gone, ...answers] = await Promise.all([author.delete(path(issue)), ...comments]);
  expect(gone.status).toBe(200);
  for (const { status, text } of answers) {
    if (status !== 201) expect([noNote.text, noProject.text]).toContain(text);
  }
});
