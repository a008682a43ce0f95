// A confidential issue, named by those who may not see it, is answered as one that never was.
import { describe, expect, test } from "vitest";
import type { Route } from "../../src/api/route-table.ts";
import { type Caller, send } from "../support/api.ts";
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
import { keyOf, type Names, pathOf, WALK, walked, whole } from "./walk.ts";

describe("named by those who may not see it", () => {
  const ofIssue = walked.filter(({ path }) => /\/issues\/:/.test(path) || path === "/todos/:id");
  const absent: Names = Object.fromEntries(
    ["issue_id", "noteable_id", "subscribable_id", "note_id", "award_id", "note_award_id", "todo"].map((name) => [
      name,
      ABSENT,
    ]),
  );

  /** For all tests: those who may not see it change nothing, of what they see neither. */
  const hidden = once(async () => {
    const world = await createWorld();
    return { world, secret: await createSecret(world, true) };
  });

  /** What it is answered to name these, with a good body and with none. */
  async function told(world: World, viewer: Caller, routesToAsk: readonly Route[], names: Names) {
    const [{ project }] = world.places;
    const all = { ...namesOf(world, world.places[0]), project: project.id, ...names };
    const answers = [];
    for (const route of routesToAsk) {
      const good = await write(world, viewer, route, all, "round");
      const path = pathOf(route, all);
      const empty = await send(path, { method: route.method, headers: viewer.headers });
      for (const answer of [good, empty]) {
        const { roundTrips, statements } = answer.cost;
        answers.push({ route: keyOf(route), told: whole(answer).replaceAll(path, "its path"), roundTrips, statements });
      }
    }
    return answers;
  }

  test(
    "it, its notes, awards and todos are what never was, by every verb, and are left as they were",
    WALK,
    async () => {
      const { world, secret } = await hidden();
      const { outsider, guest, external, reporter } = world.cast;
      await discuss(world, secret);
      const names = { ...namesOfIssue(secret), todo: secret.todo_id };
      const readIt = async () => {
        const gets = ofIssue.filter(({ method }) => method === "GET");
        return Promise.all(
          gets.map(async (route) =>
            whole(await reporter.get(pathOf(route, { ...namesOf(world, world.places[0]), ...names }))),
          ),
        );
      };
      const before = await readIt();
      for (const viewer of [outsider, guest, external]) {
        const asAbsent = await told(world, viewer, ofIssue, absent);
        expect(asAbsent.filter(({ told: text }) => !/^(404|400)/.test(text))).toEqual([]);
        expect(await told(world, viewer, ofIssue, names)).toEqual(asAbsent);
      }
      expect(await readIt()).toEqual(before);
    },
  );

  const underNotes = ofIssue.filter(({ path }) => path.includes(":note_id"));
  const underAnIssue = ofIssue.filter(({ path }) => /:(note|award)_id/.test(path));

  test("under an issue they see, its notes and awards are what never was", async () => {
    const { world, secret } = await hidden();
    const { note_id, award_id, note_award_id } = secret;
    for (const viewer of [world.cast.outsider, world.cast.guest]) {
      const { issue } = world.places[0];
      const open = { ...absent, issue_id: issue.id, noteable_id: issue.id };
      expect(await told(world, viewer, underAnIssue, { ...open, note_id, award_id, note_award_id })).toEqual(
        await told(world, viewer, underAnIssue, open),
      );
    }
  });

  test("the note that it refers to what they see is a note that never was", async () => {
    const { world, secret } = await hidden();
    const { reference_id } = secret;
    const { issue } = world.places[0];
    const open = { ...absent, issue_id: issue.id, noteable_id: issue.id };
    const reading = underNotes.filter(({ method }) => method === "GET");
    const named = { ...open, note_id: reference_id };
    for (const viewer of [world.cast.outsider, world.cast.guest]) {
      expect(await told(world, viewer, underNotes, named)).toEqual(await told(world, viewer, underNotes, open));
    }
    expect(await told(world, world.cast.reporter, reading, named)).not.toEqual(
      await told(world, world.cast.reporter, reading, open),
    );
  });
});
