// DELETE /projects/:id/issues/:noteable_id/notes/:note_id
import { expect, test } from "vitest";
import { anonymous, castNames, ok } from "../../../support/actors.ts";
import { createCast, createIssue } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { comment, forbidden, issuePath, noNote, noRecord, notePath, notesOf, notesPath, setting } from "./notes.ts";

test("a deleted note is answered and then 404", async () => {
  const { author, reader, issue } = await setting();
  const note = await comment(reader, issue);
  const other = await comment(author, issue);
  const { status, body, cost } = await reader.delete(notePath(issue, note));
  expect({ status, body, roundTrips: cost.roundTrips }).toEqual({ status: 200, body: note, roundTrips: 2 });
  expect([
    await reader.get(notePath(issue, note)),
    await reader.put(notePath(issue, note), { body: "Once more" }),
    await reader.delete(notePath(issue, note)),
  ]).toMatchObject([noRecord, noRecord, noRecord]);
  const list = await reader.get(notesPath(issue));
  expect(list).toMatchObject(listing(other));
  expect(list.headers.get("x-total")).toBe("1");
  expect(await reader.get(issuePath(issue))).toMatchObject({ status: 200, body: { user_notes_count: 1 } });
});

test("its author, masters and up can delete a note, others cannot", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 10 });
  const issue = await createIssue(cast.developer, project, { assignee_id: cast.reporter.id });
  const statuses = await Promise.all(
    castNames.map(async (name) => {
      const note = await comment(cast.guest, issue);
      return [name, (await cast[name].delete(notePath(issue, note))).status];
    }),
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
});

test("system notes are deleted by the same right", async () => {
  const { author, reader, issue } = await setting();
  await ok(author.post(`${issuePath(issue)}/time_estimate`, { duration: "1h" }));
  await comment(reader, issue, "Said");
  const [note] = await ok(author.get(notesPath(issue)));
  expect(await reader.delete(notePath(issue, note))).toMatchObject(forbidden);
  expect(await author.delete(notePath(issue, note))).toMatchObject({ status: 200, body: note });
  expect(await notesOf(author, issue)).toEqual({ bodies: ["Said"], total: "1" });
  expect(await author.get(issuePath(issue))).toMatchObject({ status: 200, body: { user_notes_count: 1 } });
});

test("a note of another issue, an unknown one and one of a confidential issue answer 404", async () => {
  const { cast, project } = await createCast({}, { visibility_level: 20 });
  const issue = await createIssue(cast.owner, project, { confidential: true });
  const other = await createIssue(cast.owner, project);
  const note = await comment(cast.owner, issue);
  expect([
    await cast.owner.delete(notePath(other, note)),
    await cast.owner.delete(notePath(issue, { id: 999_999_999 })),
    await cast.guest.delete(notePath(issue, note)),
    await cast.outsider.delete(notePath({ ...issue, id: 999_999_999 }, note)),
    await cast.owner.delete(notePath(issue, note)),
  ]).toMatchObject([noRecord, noRecord, noNote, noNote, { status: 200 }]);
});

test("an id that is not a number is 400, and 401 for anonymous callers", async () => {
  const { author, issue } = await setting();
  expect(await author.delete(`${notesPath(issue)}/abc`)).toMatchObject({
    status: 400,
    body: { error: "note_id is invalid" },
  });
  expect(await anonymous.delete(`${notesPath(issue)}/abc`)).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test("of two, and of twenty, concurrent deletions one succeeds, and the others are 404", async () => {
  const { author, reader, issue } = await setting();
  for (const count of [2, 20]) {
    const note = await comment(reader, issue);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) => (at % 2 === 0 ? author : reader).delete(notePath(issue, note))),
    );
    const others = answers.filter(({ status }) => status !== 200);
    expect(others).toHaveLength(count - 1);
    for (const answer of others) expect(answer).toMatchObject(noRecord);
  }
  expect(await notesOf(author, issue)).toEqual({ bodies: [], total: "0" });
  expect(await author.get(issuePath(issue))).toMatchObject({ status: 200, body: { user_notes_count: 0 } });
});

test("a user with no other participation is unsubscribed", async () => {
  const { reader, issue } = await setting();
  const [one, other] = [await comment(reader, issue), await comment(reader, issue)];
  const subscribed = [];
  for (const note of [one, other]) {
    await ok(reader.delete(notePath(issue, note)));
    subscribed.push((await ok(reader.get(issuePath(issue)))).subscribed);
  }
  expect(subscribed).toEqual([true, false]);
});
