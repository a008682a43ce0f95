// Discussions on merge requests: started, replied to, resolved and listed.
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { pageThrough } from "../../../support/lists.ts";
import { bodiesOf, discuss, setting } from "./discussed.ts";

const noDiscussion = { status: 404, body: { message: "404 Discussion Not Found" } };
const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const open = { resolvable: true, resolved: false, resolved_by: null };

describe("a discussion", () => {
  test("can be started with a note by every reader of the merge request", async () => {
    const { stranger, mergeRequest, path } = await setting();
    const { status, body } = await stranger.post(path, { body: "Why so?" });
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^\d+$/),
        individual_note: false,
        notes: [
          {
            id: expect.any(Number),
            body: "Why so?",
            attachment: null,
            author: {
              id: stranger.id,
              username: stranger.username,
              name: `Name of ${stranger.username}`,
              state: "active",
              avatar_url: null,
              web_url: `${baseUrl}/${stranger.username}`,
            },
            created_at: time,
            updated_at: time,
            system: false,
            noteable_id: mergeRequest.id,
            noteable_type: "MergeRequest",
            upvote: false,
            downvote: false,
            ...open,
          },
        ],
      },
    });
    expect(await stranger.get(`${path}/${body.id}`)).toMatchObject({ status: 200, body });
  });

  test("lists its replies in the order they were written", async () => {
    const { owner, author, stranger, mergeRequest, path } = await setting();
    const discussion = await discuss(stranger, path);
    const { status, body } = await author.post(`${discussion}/notes`, { body: "Because." });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { body: "Because.", author: { id: author.id }, noteable_id: mergeRequest.id, ...open },
    });
    await ok(stranger.post(`${discussion}/notes`, { body: "I see." }));
    expect(await owner.get(discussion)).toMatchObject({
      status: 200,
      body: { notes: [{ body: "Why so?" }, body, { body: "I see." }] },
    });
  });

  test("consists of notes, which are listed, counted, edited and deleted as such; it is deleted with the last one", async () => {
    const { owner, stranger, one, path } = await setting();
    const discussion = await discuss(stranger, path);
    await ok(owner.post(`${discussion}/notes`, { body: "Because." }));
    expect(await bodiesOf(owner, one)).toEqual(["Why so?", "Because."]);
    expect(await owner.get(one)).toMatchObject({ body: { user_notes_count: 2 } });
    const [first, second] = await ok(owner.get(`${one}/notes`));
    expect(first).not.toHaveProperty("resolvable");
    await ok(stranger.put(`${one}/notes/${first.id}`, { body: "Why?" }));
    expect(await owner.get(discussion)).toMatchObject({ body: { notes: [{ body: "Why?" }, { body: "Because." }] } });
    await ok(stranger.delete(`${one}/notes/${first.id}`));
    expect(await owner.get(discussion)).toMatchObject({ status: 200, body: { notes: [{ id: second.id }] } });
    await ok(owner.delete(`${one}/notes/${second.id}`));
    expect(await owner.get(discussion)).toMatchObject(noDiscussion);
    expect(await owner.get(path)).toMatchObject({ status: 200, body: [] });
  });

  test("notifies the users its notes mention", async () => {
    const { owner, author, path } = await setting();
    const discussion = await discuss(owner, path, `@${author.username}: why?`);
    await ok(author.post(`${discussion}/notes`, { body: `@${owner.username} because` }));
    expect(await owner.get("/todos")).toMatchObject({ body: [{ action_name: "directly_addressed" }] });
    expect(await author.get("/todos")).toMatchObject({ status: 200, body: [] });
  });

  test.each([
    ["missing", {}, { error: "body is missing" }],
    ["blank", { body: " \n" }, { message: { note: ["can't be blank"] } }],
  ])("with a %s body cannot be started or replied to", async (_, values, body) => {
    const { owner, path } = await setting();
    const discussion = await discuss(owner, path);
    expect(await owner.post(path, values)).toMatchObject({ status: 400, body });
    expect(await owner.post(`${discussion}/notes`, values)).toMatchObject({ status: 400, body });
    expect((await ok(owner.get(path))).length).toBe(1);
  });

  test("of another or a missing merge request answers 404", async () => {
    const { owner, project, path } = await setting();
    const discussion = await discuss(owner, path);
    const other = await ok(
      owner.post(`/projects/${project.id}/merge_requests`, {
        title: "t",
        source_branch: "another",
        target_branch: "main",
      }),
    );
    const id = discussion.split("/").at(-1);
    for (const at of [other.id, 999_999_999]) {
      const elsewhere = `/projects/${project.id}/merge_requests/${at}/discussions/${id}`;
      expect(await owner.get(elsewhere)).toMatchObject(noDiscussion);
      expect(await owner.put(elsewhere, { resolved: true })).toMatchObject(noDiscussion);
      expect(await owner.post(`${elsewhere}/notes`, { body: "x" })).toMatchObject(noDiscussion);
    }
    const nowhere = `/projects/${project.id}/merge_requests/999999999/discussions`;
    expect(await owner.post(nowhere, { body: "x" })).toMatchObject(noDiscussion);
    expect(await owner.get(nowhere)).toMatchObject({ status: 404, body: { message: "404 Discussions Not Found" } });
  });
});

test("the list contains each discussion whole, oldest first, with the total", async () => {
  const { owner, stranger, one, path } = await setting();
  const questions = Array.from({ length: 5 }, (_, n) => `Question ${n}?`);
  for (const question of questions) {
    const discussion = await discuss(stranger, path, question);
    await ok(owner.post(`${discussion}/notes`, { body: "Yes." }));
  }
  await ok(owner.post(`${one}/notes`, { body: "A note by itself" }));
  const { rows, totals } = await pageThrough(stranger, path, {}, 2);
  const bodies = rows.map(({ notes }) => notes.map(({ body }: { body: string }) => body));
  expect(bodies).toEqual(questions.map((question) => [question, "Yes."]));
  expect(totals).toEqual(new Set([5]));
});

describe("with unbounded input from strangers", () => {
  test("a hundred notes of a discussion are shown, and it can still be replied to and resolved", async () => {
    const { owner, stranger, path } = await setting();
    const discussion = await discuss(stranger, path, "0");
    for (let round = 0; round < 10; round += 1) {
      const bodies = Array.from({ length: 10 }, (_, n) => String(10 * round + n + 1));
      await Promise.all(bodies.map((body) => ok(stranger.post(`${discussion}/notes`, { body }))));
    }
    const { body } = await owner.get(discussion);
    expect({ first: body.notes[0].body, shown: body.notes.length }).toEqual({ first: "0", shown: 100 });
    expect(await owner.post(`${discussion}/notes`, { body: "Enough." })).toMatchObject({
      status: 201,
      body: { body: "Enough." },
    });
    const resolved = await owner.put(discussion, { resolved: true });
    expect({ status: resolved.status, shown: resolved.body.notes.length }).toEqual({ status: 200, shown: 100 });
    expect(await owner.get(path)).toMatchObject({ status: 200, body: [resolved.body] });
  });

  test("text is cut to the response limit, and the beginning of every discussion is shown", async () => {
    const { owner, stranger, path } = await setting();
    const [text, other] = ["0", "1"].map((digit) => digit.repeat(1_000_000));
    const discussion = await discuss(stranger, path, text);
    for (let reply = 0; reply < 4; reply += 1) await ok(stranger.post(`${discussion}/notes`, { body: text }));
    await discuss(owner, path, other);
    expect((await ok(owner.get(discussion))).notes.length).toBe(4);
    const bodiesOfAll = (await ok(owner.get(path))).map(({ notes }: { notes: { body: string }[] }) =>
      notes.map(({ body }) => body[0]),
    );
    expect(bodiesOfAll).toEqual([["0", "0", "0", "0"], ["1"]]);
    expect((await ok(owner.put(discussion, { resolved: true }))).notes.length).toBe(4);
  });
});

describe("resolving", () => {
  test("records by whom, once; unresolving clears it", async () => {
    const { owner, author, stranger, one, path } = await setting();
    const discussion = await discuss(stranger, path);
    await discuss(stranger, path, "And this?");
    const resolved = { resolvable: true, resolved: true, resolved_by: { id: owner.id, username: owner.username } };
    const { status, body } = await owner.put(discussion, { resolved: true });
    expect({ status, body }).toMatchObject({ status: 200, body: { notes: [{ body: "Why so?", ...resolved }] } });
    expect(await author.put(discussion, { resolved: true })).toMatchObject({ status: 200, body });
    expect(await owner.get(path)).toMatchObject({ body: [body, { notes: [open] }] });
    for (const _ of [1, 2]) {
      expect(await author.put(discussion, { resolved: false })).toMatchObject({ status: 200, body: { notes: [open] } });
    }
    expect(await bodiesOf(owner, one)).toEqual(["Why so?", "And this?"]);
  });

  test("updates the merge request when it changes something, and so does unresolving", async () => {
    const { owner, stranger, one, path } = await setting();
    const discussion = await discuss(stranger, path);
    const times: string[] = [(await ok(owner.get(one))).updated_at];
    for (const resolved of [true, true, false, false]) {
      await ok(owner.put(discussion, { resolved }));
      times.push((await ok(owner.get(one))).updated_at);
    }
    expect(times.map((time) => times.indexOf(time))).toEqual([0, 1, 1, 3, 3]);
  });

  test("the last open one adds a system note, each time", async () => {
    const { owner, author, stranger, one, path } = await setting();
    const [first, second] = [await discuss(stranger, path, "1"), await discuss(stranger, path, "2")];
    await ok(owner.put(second, { resolved: true }));
    await ok(author.put(first, { resolved: true }));
    await ok(author.put(first, { resolved: false }));
    await ok(owner.put(first, { resolved: true }));
    const notes = await ok(owner.get(`${one}/notes`));
    expect(notes.slice(2)).toMatchObject([
      { body: "resolved all discussions", system: true, author: { id: author.id } },
      { body: "resolved all discussions", system: true, author: { id: owner.id } },
    ]);
    expect(notes.length).toBe(4);
  });

  test("is kept by a reply", async () => {
    const { owner, stranger, path } = await setting();
    const discussion = await discuss(stranger, path);
    await ok(owner.put(discussion, { resolved: true }));
    expect(await stranger.post(`${discussion}/notes`, { body: "Thanks." })).toMatchObject({
      status: 201,
      body: { resolved: true, resolved_by: { id: owner.id } },
    });
    expect(await stranger.get(discussion)).toMatchObject({ body: { notes: [{ resolved: true }, { resolved: true }] } });
  });

  test("is allowed to developers and the merge request's author, not to the discussion's", async () => {
    const { owner, author, stranger, project, path } = await setting();
    const [developer, reporter] = await Promise.all([createUser(), createUser()]);
    await joinProject(owner, project, developer, "developer");
    await joinProject(owner, project, reporter, "reporter");
    const discussion = await discuss(stranger, path);
    for (const who of [stranger, reporter]) {
      expect(await who.put(discussion, { resolved: true })).toMatchObject(forbidden);
    }
    expect(await owner.get(discussion)).toMatchObject({ body: { notes: [open] } });
    for (const who of [author, developer]) {
      expect(await who.put(discussion, { resolved: true })).toMatchObject({ status: 200 });
    }
    await ok(owner.post(`/projects/${project.id}/archive`));
    expect(await author.put(discussion, { resolved: false })).toMatchObject(forbidden);
  });

  test("requires the new state", async () => {
    const { owner, path } = await setting();
    const discussion = await discuss(owner, path);
    expect(await owner.put(discussion)).toMatchObject({ status: 400, body: { error: "resolved is missing" } });
    expect(await owner.put(discussion, { resolved: "maybe" })).toMatchObject({
      status: 400,
      body: { error: "resolved is invalid" },
    });
  });

  test("by two users at once answers both with the one who won, and adds one system note", async () => {
    const { owner, author, stranger, one, path } = await setting();
    const discussion = await discuss(stranger, path);
    const answers = await Promise.all([owner, author].map((who) => who.put(discussion, { resolved: true })));
    const [resolver, ...others] = new Set(answers.map(({ body }) => body.notes[0].resolved_by.id));
    expect({ statuses: answers.map(({ status }) => status), others }).toEqual({ statuses: [200, 200], others: [] });
    const systemNotes = (await ok(owner.get(`${one}/notes`))).filter(({ system }: { system: boolean }) => system);
    expect(systemNotes).toMatchObject([{ body: "resolved all discussions", author: { id: resolver } }]);
    expect(systemNotes.length).toBe(1);
  });
});
