// PUT /projects/:id/issues/:noteable_id/notes/:note_id
import { describe, expect, test } from "vitest";
import { anonymous, castNames, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import {
  comment,
  forbidden,
  issuePath,
  noNote,
  noProject,
  noRecord,
  notePath,
  notesOf,
  notesPath,
  setting,
} from "./notes.ts";

const failed = (reason: string) => ({ status: 400, body: { message: `Failed to save note {:note=>["${reason}"]}` } });

test("an edited note has the new text and the time of the edit", async () => {
  const { author, reader, issue } = await setting();
  const before = "2016-01-04T15:31:51.081Z";
  const note = await comment(author, issue, "Brst", { created_at: before });
  await comment(reader, issue);
  const { status, body, cost } = await author.put(notePath(issue, note), { body: " First!\n" });
  expect({ status, body, roundTrips: cost.roundTrips }).toEqual({
    status: 200,
    body: { ...note, body: " First!\n", updated_at: expect.stringMatching(/^\d{4}-/) },
    roundTrips: 2,
  });
  expect(body.updated_at > before).toBe(true);
  expect(await reader.get(notePath(issue, note))).toMatchObject({ status: 200, body });
  expect(await reader.get(issuePath(issue))).toMatchObject({
    status: 200,
    body: { user_notes_count: 2, updated_at: body.updated_at },
  });
});

test("an edit to the same text changes nothing", async () => {
  const { author, issue } = await setting();
  const note = await comment(author, issue, "Said", { created_at: "2016-01-04T15:31:51.081Z" });
  const { status, body } = await author.put(notePath(issue, note), { body: "Said" });
  expect({ status, body }).toEqual({ status: 200, body: note });
});

test("its author, masters and up can edit a note, others cannot", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 10 });
  const issue = await createIssue(cast.developer, project, { assignee_id: cast.reporter.id });
  const note = await comment(cast.guest, issue);
  const statuses = await Promise.all(
    castNames.map(async (name) => [name, (await cast[name].put(notePath(issue, note), { body: name })).status]),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    anonymous: 401,
    external: 404,
    outsider: 403,
    guest: 200,
    reporter: 403,
    developer: 403,
    master: 200,
    owner: 200,
    admin: 200,
  });
  const { author } = await ok(cast.owner.get(notePath(issue, note)));
  expect(author.id).toBe(cast.guest.id);
});

test("the right is checked before the body", async () => {
  const { reader, author, issue } = await setting();
  const note = await comment(author, issue);
  expect(await reader.put(notePath(issue, note), { body: "" })).toMatchObject(forbidden);
});

test("authors who can no longer see the issue cannot edit their notes", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await joinProject(owner, project, member, "reporter");
  const issue = await createIssue(owner, project, { confidential: true });
  const note = await comment(member, issue);
  await ok(owner.delete(`/projects/${project.id}/members/${member.id}`));
  expect(await member.put(notePath(issue, note), { body: "mine" })).toMatchObject(noNote);
  await ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
  expect(await member.put(notePath(issue, note), { body: "mine" })).toMatchObject(noProject);
});

describe("the body", () => {
  test.each([[""], [" \n"], [null]])("cannot be blank: %j", async (body) => {
    const { author, issue } = await setting();
    const note = await comment(author, issue);
    expect(await author.put(notePath(issue, note), { body })).toMatchObject(failed("can't be blank"));
    expect(await author.get(notePath(issue, note))).toMatchObject({ status: 200, body: note });
  });

  test("has the same limit as a new one", async () => {
    const { author, issue } = await setting();
    const note = await comment(author, issue);
    expect(await author.put(notePath(issue, note), { body: "a".repeat(1_048_577) })).toMatchObject(
      failed("is too long (maximum is 1048576 characters)"),
    );
  });

  test("is required, and checked before any lookup", async () => {
    const { author } = await setting();
    expect(await author.put("/projects/999999999/issues/abc/notes/x")).toMatchObject({
      status: 400,
      body: { error: "noteable_id is invalid, note_id is invalid, body is missing" },
    });
    expect(await anonymous.put("/projects/999999999/issues/abc/notes/x")).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });
});

test("system notes cannot be edited by anybody", async () => {
  const { author, reader, issue } = await setting();
  await ok(author.post(`${issuePath(issue)}/time_estimate`, { duration: "1h" }));
  const [note] = await ok(author.get(notesPath(issue)));
  for (const body of ["I never said so", ""]) {
    const answer = await author.put(notePath(issue, note), { body });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: note });
  }
  expect(await reader.put(notePath(issue, note), { body: "I never said so" })).toMatchObject(forbidden);
  expect(await notesOf(author, issue)).toEqual({ bodies: ["changed time estimate to 1h"], total: "1" });
});

test("a note of another issue, an unknown one and one of a confidential issue answer 404", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const issue = await createIssue(cast.owner, project, { confidential: true });
  const other = await createIssue(cast.owner, project);
  const note = await comment(cast.owner, issue);
  const edit = { body: "edited" };
  expect([
    await cast.owner.put(notePath(other, note), edit),
    await cast.owner.put(notePath(issue, { id: 999_999_999 }), edit),
    await cast.guest.put(notePath(issue, note), edit),
    await cast.outsider.put(notePath({ ...issue, id: 999_999_999 }, note), edit),
  ]).toMatchObject([noRecord, noRecord, noNote, noNote]);
});

test("other attributes of the note cannot be changed", async () => {
  const { author, reader, issue } = await setting();
  const note = await comment(reader, issue);
  const params = { body: "edited", author_id: author.id, system: true, noteable_id: 1, created_at: "2001-01-01" };
  expect(await author.put(notePath(issue, note), params)).toMatchObject({
    status: 200,
    body: { ...note, body: "edited", updated_at: expect.any(String) },
  });
});

test("each of twenty concurrent edits answers its own text, and one of them is stored", async () => {
  const { author, issue } = await setting();
  const note = await comment(author, issue);
  const bodies = Array.from({ length: 20 }, (_, at) => `Edit ${at}`);
  const answers = await Promise.all(bodies.map((body) => author.put(notePath(issue, note), { body })));
  expect(answers.map(({ status, body }) => [status, body.body])).toEqual(bodies.map((body) => [200, body]));
  const { bodies: found, total } = await notesOf(author, issue);
  expect({ stands: bodies.includes(found[0] ?? ""), notes: found.length, total }).toEqual({
    stands: true,
    notes: 1,
    total: "1",
  });
});
