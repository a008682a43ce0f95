// For users who may not see it, a confidential issue that they address is an issue that does not exist.
import { describe, expect, test } from "vitest";
import { type Caller, send } from "../support/api.ts";
import { keyOf, type WalkedRoute } from "../support/every-api.ts";
import { once } from "../support/once.ts";
import {
  ABSENT,
  createSecret,
  createWorld,
  discuss,
  namesOf,
  namesOfIssue,
  type World,
  write,
} from "./confidential-world.ts";
import { type Names, pathOf, WALK, walked, whole } from "./walk.ts";

describe("addressed by users who may not see it", () => {
  const ofIssue = walked.filter(({ path }) => /\/issues\/:/.test(path) || path.startsWith("/todos/:id"));
  const absent: Names = Object.fromEntries(
    [
      "issue_id",
      "issue_iid",
      "noteable_id",
      "subscribable_id",
      "note_id",
      "award_id",
      "note_award_id",
      "todo",
      "issue_link_id",
    ].map((name) => [name, ABSENT]),
  );

  /** Shared by all tests: requests of these users change nothing, not even what they can see. */
  const hidden = once(async () => {
    const world = await createWorld();
    return { world, secret: await createSecret(world, true) };
  });

  /** Responses to requests with these names, each with a valid body and without one. */
  async function responsesTo(world: World, viewer: Caller, routesToAsk: readonly WalkedRoute[], names: Names) {
    const [{ project }] = world.places;
    const all = { ...namesOf(world, world.places[0]), project: project.id, ...names };
    const answers = [];
    for (const route of routesToAsk) {
      const { method } = route;
      const path = pathOf(route, all);
      const asked = [await write(world, viewer, route, all, "round")];
      // A GET has no body in any case.
      if (method !== "GET") asked.push(await send(path, { method, headers: viewer.headers }));
      for (const answer of asked) {
        const { roundTrips, statements } = answer.cost;
        answers.push({
          route: keyOf(route),
          response: whole(answer).replaceAll(path, "its path"),
          roundTrips,
          statements,
        });
      }
    }
    return answers;
  }

  test("it, its notes, awards and todos are answered as unknown by every verb, and are unchanged", WALK, async () => {
    const { world, secret } = await hidden();
    const { outsider, guest, external, reporter } = world.cast;
    await discuss(world, secret);
    const names = { ...namesOfIssue(secret), todo: secret.todo_id, issue_link_id: secret.issue_link_id };
    const readAsReporter = async () => {
      const gets = ofIssue.filter(({ method }) => method === "GET");
      return Promise.all(
        gets.map(async (route) =>
          whole(await reporter.get(pathOf(route, { ...namesOf(world, world.places[0]), ...names }))),
        ),
      );
    };
    const before = await readAsReporter();
    for (const viewer of [outsider, guest, external]) {
      const asAbsent = await responsesTo(world, viewer, ofIssue, absent);
      expect(asAbsent.filter(({ response: text }) => !/^(404|400)/.test(text))).toEqual([]);
      expect(await responsesTo(world, viewer, ofIssue, names)).toEqual(asAbsent);
    }
    expect(await readAsReporter()).toEqual(before);
  });

  const underNotes = ofIssue.filter(({ path }) => /:(note|discussion)_id/.test(path));
  const underAnIssue = ofIssue.filter(({ path }) => /:(note|award|discussion|issue_link)_id/.test(path));

  test("its notes, awards and links are answered as unknown under an issue they can see", async () => {
    const { world, secret } = await hidden();
    const { note_id, award_id, note_award_id, issue_link_id } = secret;
    const own = { note_id, award_id, note_award_id, issue_link_id };
    for (const viewer of [world.cast.outsider, world.cast.guest]) {
      const { issue } = world.places[0];
      const open = { ...absent, issue_id: issue.id, issue_iid: issue.iid, noteable_id: issue.id };
      expect(await responsesTo(world, viewer, underAnIssue, { ...open, ...own })).toEqual(
        await responsesTo(world, viewer, underAnIssue, open),
      );
    }
  });

  test("the system note that it mentions a visible issue is answered as an unknown note", async () => {
    const { world, secret } = await hidden();
    const { reference_id } = secret;
    const { issue } = world.places[0];
    const open = { ...absent, issue_id: issue.id, issue_iid: issue.iid, noteable_id: issue.id };
    const reading = underNotes.filter(({ method }) => method === "GET");
    const named = { ...open, note_id: reference_id };
    for (const viewer of [world.cast.outsider, world.cast.guest]) {
      expect(await responsesTo(world, viewer, underNotes, named)).toEqual(
        await responsesTo(world, viewer, underNotes, open),
      );
    }
    expect(await responsesTo(world, world.cast.reporter, reading, named)).not.toEqual(
      await responsesTo(world, world.cast.reporter, reading, open),
    );
  });
});
