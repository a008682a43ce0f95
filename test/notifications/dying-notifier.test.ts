// A notifier that crashes at any step loses nothing: everybody gets each notification once, and its mail at least once.
import { expect, test } from "vitest";
import { Random } from "../git/random.ts";
import { nodeDatabase } from "../support/node-database.ts";
import { cases } from "../support/sample.ts";
import { createWorld, MortalNotifier, type Step } from "./mortal-notifier.ts";

const SEEDS = cases(150);

test(`over ${SEEDS} runs with crashes everybody is notified once, and mailed at least once`, async () => {
  const db = nodeDatabase();
  const deaths = new Map<Step, number>();
  let repeated = 0;
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const random = new Random(seed);
    const world = await createWorld(db, 2);
    const notifier = new MortalNotifier(world);
    const events: number[] = [];
    for (let number = 0; number < 3; number += 1) {
      if (random.chance(60)) notifier.revive(random.below(14));
      events.push(await notifier.recordEvent());
      // If the process that recorded the event dies, nothing wakes the notifier.
      if (random.chance(70)) notifier.wake();
      if (random.chance(50)) await notifier.ring();
    }
    notifier.wake();
    for (let lives = 0; lives < 6; lives += 1) {
      if (random.chance(50)) notifier.revive(random.below(14));
      await notifier.ring();
    }
    notifier.revive();
    notifier.wake();
    await notifier.settle();
    const toldAll = new Map(world.readers.map((id) => [id, events]));
    expect.soft(await notifier.notifications(), `seed ${seed}`).toEqual(toldAll);
    const mailed = notifier.mails.map(({ to, html }) => `${to} ${/#note_\d+/.exec(html)?.[0]}`);
    expect.soft(new Set(mailed).size, `mails of seed ${seed}`).toBe(events.length * world.readers.length);
    // Only mails in progress during a crash may be sent twice.
    const most = notifier.deaths.length * world.readers.length * events.length;
    expect.soft(mailed.length - new Set(mailed).size, `repeated mails of seed ${seed}`).toBeLessThanOrEqual(most);
    if (mailed.length > new Set(mailed).size) repeated += 1;
    for (const step of notifier.deaths) deaths.set(step, (deaths.get(step) ?? 0) + 1);
  }
  const enough = expect.toSatisfy((count: number) => count > SEEDS / 8);
  expect(Object.fromEntries(deaths)).toEqual({ read: enough, write: enough, send: enough, hear: enough });
  expect(repeated).toBeGreaterThan(SEEDS / 40);
});
