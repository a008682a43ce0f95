// GET .../award_emoji and GET .../award_emoji/:award_id, of issues and of notes
import { describe, expect, test } from "vitest";
import { anonymous, type Cast, castNames, createUser, ok } from "../../../support/actors.ts";
import type { Caller } from "../../../support/api.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import { listing, pageThrough } from "../../../support/lists.ts";
import { awardableOn, createAwardable, give, issuePath, kinds, noAwards, noRecord } from "./awardables.ts";

describe.for(kinds)("the awards of the %s", (kind) => {
  test("are listed oldest first, in the same shape as a single award", async () => {
    const awardable = await createAwardable(kind);
    const awards = [
      await give(awardable.reader, awardable, "tada"),
      await give(awardable.author, awardable, "heart"),
      await give(awardable.reader, awardable, "heart"),
    ];
    const { status, body } = await awardable.author.get(awardable.path);
    expect({ status, body }).toEqual({ status: 200, body: awards });
    for (const award of awards) {
      const alone = await awardable.reader.get(`${awardable.path}/${award.id}`);
      expect({ status: alone.status, body: alone.body }).toEqual({ status: 200, body: award });
    }
  });

  test("are paginated, with an exact total", async () => {
    const awardable = await createAwardable(kind);
    const awards: { id: number }[] = [];
    for (const name of ["a", "b", "x", "o", "m", "v", "ok"]) awards.push(await give(awardable.reader, awardable, name));
    const { rows, totals } = await pageThrough(awardable.reader, awardable.path);
    expect({ rows, totals }).toEqual({ rows: awards, totals: new Set([7]) });
    const beyond = await awardable.reader.get(awardable.path, { page: 9, per_page: 3 });
    expect({ body: beyond.body, total: beyond.headers.get("x-total") }).toEqual({ body: [], total: "7" });
  });

  test("are empty at first", async () => {
    const { reader, path } = await createAwardable(kind);
    const { status, body, headers } = await reader.get(path);
    expect({ status, body, total: headers.get("x-total") }).toEqual({ status: 200, body: [], total: "0" });
  });

  test("cost one database round trip, listed or single", async () => {
    const awardable = await createAwardable(kind);
    const { id } = await give(awardable.reader, awardable, "heart");
    expect(await awardable.reader.get(awardable.path)).toMatchObject({ status: 200, cost: { roundTrips: 1 } });
    expect(await awardable.reader.get(`${awardable.path}/${id}`)).toMatchObject({ cost: { roundTrips: 1 } });
  });

  test("answer 404 for an unknown id, or the id of another target's award", async () => {
    const awardable = await createAwardable(kind);
    const { author, reader, project, issue } = awardable;
    const others = await Promise.all([
      awardableOn("Note", author, reader, project, issue),
      awardableOn("Issue", author, reader, project, await createIssue(author, project)),
    ]);
    for (const id of [999_999_999, 0, -1, "99999999999999999999"]) {
      expect(await reader.get(`${awardable.path}/${id}`)).toMatchObject(noRecord);
      expect(await reader.delete(`${awardable.path}/${id}`)).toMatchObject(noRecord);
    }
    for (const other of others) {
      const { id } = await give(reader, other, "heart");
      expect(await reader.get(`${awardable.path}/${id}`)).toMatchObject(noRecord);
      expect(await reader.delete(`${awardable.path}/${id}`)).toMatchObject(noRecord);
      expect(await reader.get(`${other.path}/${id}`)).toMatchObject({ status: 200, body: { id } });
    }
  });

  test("are addressed by numbers", async () => {
    const { reader, path } = await createAwardable(kind);
    expect(await reader.get(`${path}/abc`)).toMatchObject({ status: 400, body: { error: "award_id is invalid" } });
    expect(await reader.get(path, { page: "x" })).toMatchObject({ status: 400, body: { error: "page is invalid" } });
  });

  test("of a confidential issue are visible to its readers; for others it is byte for byte an unknown issue", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project, { confidential: true, assignee_id: cast.guest.id });
    const awardable = await awardableOn(kind, cast.owner, cast.reporter, project, issue);
    const { id } = await give(cast.reporter, awardable, "heart");
    const unknown = awardable.path.replace(`issues/${issue.id}`, "issues/999999999");
    const sees: (keyof Cast)[] = ["guest", "reporter", "developer", "master", "owner", "admin"];
    for (const name of castNames) {
      const caller: Caller = cast[name];
      const paths = (path: string) => [
        caller.get(path),
        caller.get(`${path}/${id}`),
        caller.delete(`${path}/999999999`),
        caller.post(path, { name: "no_such_emoji" }),
      ];
      const responses = (await Promise.all(paths(awardable.path))).map(({ status, text }) => ({ status, text }));
      const unknownResponses = (await Promise.all(paths(unknown))).map(({ status, text }) => ({ status, text }));
      if (sees.includes(name)) {
        expect({ name, got: responses.map(({ status }) => status) }).toEqual({ name, got: [200, 200, 404, 404] });
      } else {
        expect({ name, got: responses }).toEqual({ name, got: unknownResponses });
        expect(responses).toEqual(
          responses.map(() => (name === "anonymous" ? { status: 401, text: expect.any(String) } : noAwards)),
        );
      }
    }
  });

  test("of an issue in another or an unknown project answer 404", async () => {
    const awardable = await createAwardable(kind);
    const { reader, path } = awardable;
    const elsewhere = await createProject(reader, { visibility_level: 20 });
    const moved = (id: number) => path.replace(/projects\/\d+/, `projects/${id}`);
    expect(await reader.get(moved(elsewhere.id))).toMatchObject(noAwards);
    expect(await reader.post(moved(elsewhere.id), { name: "heart" })).toMatchObject(noAwards);
    expect(await reader.get(moved(999_999_999))).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });

  test("of a private project answer like those of an unknown project", async () => {
    const owner = await createUser();
    const outsider = await createUser();
    const project = await createProject(owner);
    const issue = await createIssue(owner, project);
    const { path } = await awardableOn(kind, owner, outsider, project, issue);
    for (const answer of [outsider.get(path), outsider.post(path, { name: "heart" }), outsider.delete(`${path}/1`)]) {
      expect(await answer).toMatchObject({ status: 404, body: { message: "404 Project Not Found" } });
    }
  });

  test("require authentication", async () => {
    const { path } = await createAwardable(kind);
    for (const answer of [anonymous.get(path), anonymous.get(`${path}/1`), anonymous.delete(`${path}/1`)]) {
      expect(await answer).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
    }
  });

  test("answer 404 where issues are disabled", async () => {
    const { author, path, project } = await createAwardable(kind);
    await ok(author.put(`/projects/${project.id}`, { issues_enabled: false }));
    expect(await author.get(path)).toMatchObject(noAwards);
  });

  test("are deleted with their user", async () => {
    const awardable = await createAwardable(kind);
    const { author, reader, path, issue } = awardable;
    const admin = await createUser({ admin: true });
    await give(reader, awardable, "thumbsup");
    await ok(admin.delete(`/users/${reader.id}`));
    const { body, headers } = await author.get(path);
    expect({ body, total: headers.get("x-total") }).toEqual({ body: [], total: "0" });
    expect(await author.get(issuePath(issue))).toMatchObject({ body: { upvotes: 0 } });
  });
});

describe("a note", () => {
  test("has its awards under its own issue only, and they are not the issue's", async () => {
    const issue = await createAwardable("Issue");
    const { author, reader, project } = issue;
    const note = await awardableOn("Note", author, reader, project, issue.issue);
    const another = await createIssue(author, project);
    const ofIssue = await give(reader, issue, "heart");
    const ofNote = await give(reader, note, "heart");
    expect(await reader.get(issue.path)).toMatchObject(listing(ofIssue));
    expect(await reader.get(note.path)).toMatchObject(listing(ofNote));
    const wrong = `${issuePath(another)}/notes/${note.id}/award_emoji`;
    expect(await reader.get(wrong)).toMatchObject(noAwards);
    expect(await reader.get(`${wrong}/${ofNote.id}`)).toMatchObject(noAwards);
    expect(await reader.post(wrong, { name: "tada" })).toMatchObject(noAwards);
    expect(await reader.delete(`${wrong}/${ofNote.id}`)).toMatchObject(noAwards);
  });

  test("that is unknown has none", async () => {
    const { reader, issue } = await createAwardable("Issue");
    const path = `${issuePath(issue)}/notes/999999999/award_emoji`;
    for (const answer of [
      reader.get(path),
      reader.get(`${path}/1`),
      reader.post(path, { name: "heart" }),
      reader.delete(`${path}/1`),
    ]) {
      expect(await answer).toMatchObject(noAwards);
    }
  });

  test("is deleted with its awards", async () => {
    const note = await createAwardable("Note");
    await give(note.reader, note, "heart");
    await ok(note.author.delete(`${issuePath(note.issue)}/notes/${note.id}`));
    expect(await note.reader.get(note.path)).toMatchObject(noAwards);
  });

  test("written by the server can be read, not awarded", async () => {
    const { author, reader, issue } = await createAwardable("Issue");
    await ok(author.put(issuePath(issue), { title: "Another title" }));
    const notes = await ok(author.get(`${issuePath(issue)}/notes`));
    const { id } = notes.find(({ system }: { system: boolean }) => system);
    const path = `${issuePath(issue)}/notes/${id}/award_emoji`;
    expect(await reader.get(path)).toMatchObject(listing());
    expect(await reader.post(path, { name: "heart" })).toMatchObject(noAwards);
  });

  test("about something its reader may not see answers 404", async () => {
    const { author, reader, project, issue } = await createAwardable("Issue");
    await createIssue(author, project, { confidential: true, description: `As in #${issue.iid}` });
    const [note] = await ok(author.get(`${issuePath(issue)}/notes`));
    const path = `${issuePath(issue)}/notes/${note.id}/award_emoji`;
    expect(await author.get(path)).toMatchObject(listing());
    for (const answer of [reader.get(path), reader.get(`${path}/1`), reader.post(path, { name: "heart" })]) {
      expect(await answer).toMatchObject(noAwards);
    }
  });
});
