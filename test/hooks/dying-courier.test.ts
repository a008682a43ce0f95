// A courier that crashes at any step loses nothing: each hook gets every event, in order at first delivery, and repeats
// carry the same `webhook-id`.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { Receiver } from "../api/v3/hooks/receiver.ts";
import { Random } from "../git/random.ts";
import { nodeDatabase } from "../support/node-database.ts";
import { nodeStorage } from "../support/node-storage.ts";
import { cases, isSample } from "../support/sample.ts";
import { MortalCourier, type Step } from "./mortal-courier.ts";

const AT_ONCE = 20;
const SEEDS = cases(300, 4 * AT_ONCE);
/** Deaths at each step are more than this. The rarest of a sample are four or five, by the order in which requests arrive. */
const DEATHS = isSample ? 0 : SEEDS / 20;
const EVENTS = 3;

/** The received `webhook-id`s, by path. */
const arrivals = new Map<string, string[]>();
const failing = new Map<string, Random>();
const storages = Array.from({ length: AT_ONCE }, nodeStorage);
let db: Database;
let receiver: Receiver;

beforeAll(async () => {
  db = nodeDatabase();
  receiver = await Receiver.start(({ path, headers }) => {
    arrivals.set(path, [...(arrivals.get(path) ?? []), String(headers["webhook-id"])]);
    return { status: failing.get(path)?.chance(15) ? 500 : 200 };
  });
});

afterAll(() => receiver[Symbol.asyncDispose]());

/** The seed decides everything except what runs concurrently. */
async function liveAndDie(seed: number): Promise<Step[]> {
  const random = new Random(seed);
  const paths = [`/${seed}/one`, `/${seed}/other`];
  for (const path of paths) failing.set(path, new Random(seed));
  const urls = paths.map((path) => `http://${receiver.host}${path}`);
  const courier = await MortalCourier.create(db, `seed-${seed}`, urls, storages[seed % AT_ONCE]);
  const hooks = await courier.hooks();
  const events: number[] = [];
  for (let number = 0; number < EVENTS; number += 1) {
    if (random.chance(60)) courier.revive(random.below(12));
    events.push(await courier.recordEvent());
    if (random.chance(40)) courier.wakeAndGoOn();
    else if (random.chance(60)) await courier.wake();
  }
  await courier.wake();
  for (let lives = 0; !isDone(); lives += 1) {
    expect.soft(lives, `seed ${seed} comes to an end`).toBeLessThan(100);
    if (lives >= 100) break;
    if (lives < 10 && random.chance(50)) courier.revive(random.below(12));
    await courier.ring();
  }
  function isDone(): boolean {
    const delivered = "select count(*) as count from deliveries where state = 'delivered'";
    const [row] = courier.storage.sql.exec(delivered).toArray();
    return row !== undefined && "count" in row && row.count === EVENTS * hooks.length;
  }
  for (const [index, hook] of hooks.entries()) {
    const firsts = new Set(arrivals.get(paths[index] ?? ""));
    expect.soft([...firsts], `seed ${seed}`).toEqual(events.map((event) => `msg_${event}_${hook.id}`));
  }
  courier.free();
  return courier.deaths;
}

test(`over ${SEEDS} runs with crashes every event arrives at least once, and in order at first`, async () => {
  const deaths = new Map<Step, number>();
  for (let first = 0; first < SEEDS; first += AT_ONCE) {
    const seeds = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    for (const step of (await Promise.all(seeds.map(liveAndDie))).flat()) deaths.set(step, (deaths.get(step) ?? 0) + 1);
  }
  const enough = expect.toSatisfy((count: number) => count > DEATHS);
  expect(Object.fromEntries(deaths)).toEqual({ read: enough, send: enough, hear: enough, write: enough, show: enough });
  const repeated = [...arrivals.values()].filter((ids) => new Set(ids).size < ids.length);
  expect(repeated.length).toBeGreaterThan(SEEDS / 10);
});
