// POST /projects/:id/issues/:issue_id/award_emoji and POST .../notes/:note_id/award_emoji
import { describe, expect, test } from "vitest";
import { anonymous, castNames, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { awardableOn, createAwardable, give, issuePath, kinds, noAwards } from "./awardables.ts";

const refused = (reasons: string) => ({
  status: 404,
  body: { message: `404 Award Emoji {:name=>[${reasons}]} Not Found` },
});
const taken = refused('"has already been taken"');
const unknown = refused('"is not included in the list"');

describe.for(kinds)("an award of the %s", (kind) => {
  test("is answered with its user and its target", async () => {
    const awardable = await createAwardable(kind);
    const { reader } = awardable;
    const { status, body } = await reader.post(awardable.path, { name: "rocket" });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name: "rocket",
        user: {
          id: reader.id,
          username: reader.username,
          name: `Name of ${reader.username}`,
          state: "active",
          avatar_url: null,
          web_url: `${baseUrl}/${reader.username}`,
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: body.created_at,
        awardable_id: awardable.id,
        awardable_type: kind,
      },
    });
  });

  test("can be given by every reader of the issue", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 10 });
    const issue = await createIssue(cast.owner, project);
    const { path } = await awardableOn(kind, cast.owner, cast.guest, project, issue);
    const statuses = await Promise.all(
      castNames.map(async (name) => [name, (await cast[name].post(path, { name: "tada" })).status]),
    );
    expect(Object.fromEntries(statuses)).toEqual({
      ...Object.fromEntries(castNames.map((name) => [name, 201])),
      anonymous: 401,
      external: 404,
    });
  });

  test.for([
    ["+1", "thumbsup"],
    ["-1", "thumbsdown"],
    ["shit", "poop"],
    ["de", "flag_de"],
    ["+1_tone3", "thumbsup_tone3"],
  ])("by the alias %s is stored as %s", async ([alias, name]) => {
    const awardable = await createAwardable(kind);
    expect(await awardable.reader.post(awardable.path, { name: alias })).toMatchObject({ status: 201, body: { name } });
    expect(await awardable.reader.post(awardable.path, { name })).toMatchObject(taken);
  });

  test("is refused the second time, for the same user only", async () => {
    const awardable = await createAwardable(kind);
    await give(awardable.reader, awardable, "heart");
    expect(await awardable.reader.post(awardable.path, { name: "heart" })).toMatchObject(taken);
    expect(await awardable.reader.post(awardable.path, { name: "tada" })).toMatchObject({ status: 201 });
    expect(await awardable.author.post(awardable.path, { name: "heart" })).toMatchObject({ status: 201 });
  });

  test.for(["no_such_emoji", "THUMBSUP", " heart", ":heart:", "❤️", "x".repeat(10_000), "'; --"])(
    "is refused for the unknown name %s",
    async (name) => {
      const { reader, path } = await createAwardable(kind);
      expect(await reader.post(path, { name })).toMatchObject(unknown);
    },
  );

  test.for([[""], [" "], [null]])("is refused for the blank name %j", async ([name]) => {
    const { reader, path } = await createAwardable(kind);
    expect(await reader.post(path, { name })).toMatchObject(
      refused('"can\'t be blank", "is not included in the list"'),
    );
  });

  test("requires a name, checked before any lookup", async () => {
    const { reader, path } = await createAwardable(kind);
    const missing = { status: 400, body: { error: "name is missing" } };
    expect(await reader.post(path)).toMatchObject(missing);
    expect(await reader.post(path.replace(/projects\/\d+/, "projects/999999999"))).toMatchObject(missing);
    expect(await reader.post(path, { name: ["heart"] })).toMatchObject({
      status: 400,
      body: { error: "name is invalid" },
    });
  });

  test("cannot be a vote by the author, under any alias; other emoji can", async () => {
    const { author, path } = await createAwardable(kind);
    for (const name of ["thumbsup", "thumbsdown", "+1", "-1"]) {
      expect(await author.post(path, { name })).toMatchObject(noAwards);
    }
    expect(await author.post(path, { name: "thumbsup_tone1" })).toMatchObject({ status: 201 });
    expect(await author.post(path, { name: "unknown" })).toMatchObject(unknown);
  });

  test("given twenty times concurrently by one user is stored once", async () => {
    const awardable = await createAwardable(kind);
    const { author, reader, path, issue } = awardable;
    const answers = await Promise.all(Array.from({ length: 20 }, () => reader.post(path, { name: "thumbsup" })));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toMatchObject(taken);
    expect(await author.get(path)).toMatchObject(listing(won[0]?.body));
    expect(await author.get(issuePath(issue))).toMatchObject({
      status: 200,
      body: { upvotes: kind === "Issue" ? 1 : 0, downvotes: 0 },
    });
  });

  test("leaves the issue's updated_at alone and creates no todo", async () => {
    const awardable = await createAwardable(kind);
    const { author, reader, issue } = awardable;
    const before = await ok(author.get(issuePath(issue)));
    await give(reader, awardable, "heart");
    expect(await author.get(issuePath(issue))).toMatchObject({
      status: 200,
      body: { updated_at: before.updated_at, user_notes_count: before.user_notes_count },
    });
    expect(await author.get("/todos")).toMatchObject(listing());
  });

  test("costs two database round trips", async () => {
    const { reader, path } = await createAwardable(kind);
    expect(await reader.post(path, { name: "heart" })).toMatchObject({ status: 201, cost: { roundTrips: 2 } });
  });
});

test("only votes without skin tone count as upvotes and downvotes of an issue", async () => {
  const awardable = await createAwardable("Issue");
  const { author, reader, issue } = awardable;
  const other = await createUser();
  await give(reader, awardable, "+1");
  await give(reader, awardable, "-1");
  await give(other, awardable, "thumbsup");
  await give(other, awardable, "thumbsup_tone2");
  await give(other, awardable, "heart");
  expect(await author.get(issuePath(issue))).toMatchObject({ status: 200, body: { upvotes: 2, downvotes: 1 } });
});

test("votes on a note do not count for its issue", async () => {
  const awardable = await createAwardable("Note");
  await give(awardable.reader, awardable, "+1");
  expect(await awardable.author.get(issuePath(awardable.issue))).toMatchObject({
    status: 200,
    body: { upvotes: 0, downvotes: 0 },
  });
});

test("a user who awards an issue subscribes to it", async () => {
  const awardable = await createAwardable("Issue");
  const { reader, issue } = awardable;
  await give(reader, awardable, "heart");
  expect(await reader.get(issuePath(issue))).toMatchObject({ status: 200, body: { subscribed: true } });
});

test("an author cannot vote for the issue but can vote for another user's note on it", async () => {
  const awardable = await createAwardable("Issue");
  const { author, reader, project, issue } = awardable;
  const note = await awardableOn("Note", reader, author, project, issue);
  expect(await author.post(note.path, { name: "thumbsup" })).toMatchObject({ status: 201 });
  expect(await reader.post(note.path, { name: "thumbsup" })).toMatchObject(noAwards);
  expect(await reader.post(awardable.path, { name: "thumbsup" })).toMatchObject({ status: 201 });
});

test("awarding requires authentication", async () => {
  const { path } = await createAwardable("Issue");
  expect(await anonymous.post(path)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("the issue is addressed by its numeric id", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  expect(await owner.post(`/projects/${project.id}/issues/abc/award_emoji`)).toMatchObject({
    status: 400,
    body: { error: "issue_id is invalid, name is missing" },
  });
});
