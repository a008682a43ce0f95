// DELETE .../award_emoji/:award_id, of issues and of notes
import { describe, expect, test } from "vitest";
import { createAdmin, ok } from "../../../support/actors.ts";
import { createCast, createIssue } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { awardableOn, createAwardable, give, issuePath, kinds, noRecord } from "./awardables.ts";

describe.for(kinds)("an award of the %s", (kind) => {
  test("can be revoked by its user, and is answered unchanged", async () => {
    const awardable = await createAwardable(kind);
    const { reader, path } = awardable;
    const award = await give(reader, awardable, "heart");
    const kept = await give(reader, awardable, "tada");
    const { status, body } = await reader.delete(`${path}/${award.id}`);
    expect({ status, body }).toEqual({ status: 200, body: award });
    expect(await reader.get(path)).toMatchObject(listing(kept));
    expect(await reader.get(`${path}/${award.id}`)).toMatchObject(noRecord);
    expect(await reader.delete(`${path}/${award.id}`)).toMatchObject(noRecord);
  });

  test("can be revoked by administrators", async () => {
    const [awardable, admin] = await Promise.all([createAwardable(kind), createAdmin()]);
    const award = await give(awardable.reader, awardable, "heart");
    expect(await admin.delete(`${awardable.path}/${award.id}`)).toMatchObject({ status: 200, body: award });
  });

  test("cannot be revoked by anybody else: 401, not 403", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project);
    const awardable = await awardableOn(kind, cast.owner, cast.guest, project, issue);
    const award = await give(cast.guest, awardable, "heart");
    for (const name of ["outsider", "reporter", "developer", "master", "owner"] as const) {
      expect(await cast[name].delete(`${awardable.path}/${award.id}`)).toMatchObject({
        status: 401,
        body: { message: "401 Unauthorized" },
      });
    }
    expect(await cast.owner.get(awardable.path)).toMatchObject(listing(award));
  });

  test("gets another id when it is given again", async () => {
    const awardable = await createAwardable(kind);
    const { reader, path } = awardable;
    const award = await give(reader, awardable, "thumbsup");
    await ok(reader.delete(`${path}/${award.id}`));
    const again = await give(reader, awardable, "thumbsup");
    expect(again.id).toBeGreaterThan(award.id);
  });

  test("is revoked once by twenty concurrent calls", async () => {
    const awardable = await createAwardable(kind);
    const { reader, path } = awardable;
    const award = await give(reader, awardable, "thumbsup");
    const answers = await Promise.all(Array.from({ length: 20 }, () => reader.delete(`${path}/${award.id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(noRecord);
    expect(await reader.get(issuePath(awardable.issue))).toMatchObject({ status: 200, body: { upvotes: 0 } });
  });
});

test("a revoked vote no longer counts, leaves updated_at alone, and ends the subscription", async () => {
  const awardable = await createAwardable("Issue");
  const { author, reader, path, issue } = awardable;
  const up = await give(reader, awardable, "thumbsup");
  const down = await give(reader, awardable, "thumbsdown");
  const before = await ok(author.get(issuePath(issue)));
  await ok(reader.delete(`${path}/${up.id}`));
  expect(await reader.get(issuePath(issue))).toMatchObject({ body: { upvotes: 0, downvotes: 1, subscribed: true } });
  await ok(reader.delete(`${path}/${down.id}`));
  expect(await reader.get(issuePath(issue))).toMatchObject({
    status: 200,
    body: { upvotes: 0, downvotes: 0, subscribed: false, updated_at: before.updated_at },
  });
});
