// Users who have read and discussed a confidential issue and may not see it any more: no response has its texts.
import { expect, test } from "vitest";
import { ok, unique } from "../support/actors.ts";
import type { Caller } from "../support/api.ts";
import { sampled } from "../support/sample.ts";
import { at, createSecret, createWorld, discuss, SECRET, type World } from "./confidential-world.ts";
import { briefly, read } from "./reading.ts";
import { WALK } from "./walk.ts";

/** The routes whose responses have the word. @param turn in a sample two turns read everything */
async function revealing(word: string, world: World, viewer: Caller, turn?: number): Promise<string[]> {
  const inTurns: typeof briefly = (queries, row) => sampled(briefly(queries, row), row + (turn ?? 0), 2);
  const choose = turn === undefined ? briefly : inTurns;
  const responses = await read(world, viewer, [world.places[0]], { choose });
  const found = [...responses.values()].filter(({ response }) => response.includes(word));
  return [...new Set(found.map(({ route }) => route))];
}

test(
  "nothing shows it to a reporter who was removed, to its author in a project that became private, or to an outsider",
  WALK,
  async () => {
    const world = await createWorld();
    const { cast, author, group, places } = world;
    const [{ project }, { project: other }] = places;
    const secret = await createSecret(world, true);
    await discuss(world, secret);
    // Other tests have issues of the same title, which everybody may see.
    const word = unique("hidden");
    await ok(author.put(at(secret), { title: `${SECRET}, ${word}` }));
    await ok(cast.developer.put(`${at(secret)}/notes/${secret.note_id}`, { body: word }));
    await ok(cast.owner.put(at(secret), { assignee_id: 0 }));
    const users = { reporter: cast.reporter, author };
    for (const [turn, [name, user]] of Object.entries(users).entries()) {
      expect((await revealing(word, world, user, turn)).length, `before, ${name}`).toBeGreaterThan(10);
    }

    for (const path of [`/projects/${project.id}`, `/projects/${other.id}`, `/groups/${group.id}`]) {
      await ok(cast.owner.delete(`${path}/members/${cast.reporter.id}`));
    }
    expect(await revealing(word, world, cast.reporter, 0), "removed").toEqual([]);
    expect(await revealing(word, world, cast.outsider, 0), "outsider, when a reporter was removed").toEqual([]);

    await ok(cast.owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
    expect(await revealing(word, world, author), "author").toEqual([]);
    expect(await revealing(word, world, cast.reporter, 1), "removed from what is private").toEqual([]);
    expect(await revealing(word, world, cast.outsider, 1), "outsider of what is private").toEqual([]);
  },
);
