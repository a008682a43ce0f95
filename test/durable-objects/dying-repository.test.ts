// The alarm of a repository whose process stops at any step: nothing is forgotten, and the outbox keeps to its backoff.
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BACKSTOP, LONGEST_PAUSE } from "../../src/durable-objects/alarm-schedule.ts";
import { toRequest } from "../../src/git/transport/git-request.ts";
import { Random } from "../git/random.ts";
import { FLUSH, written } from "../git/transport/requests.ts";
import { cases } from "../support/sample.ts";
import { Machine, type Mortal } from "./mortal-repository.ts";

const pusher = { userId: 1, level: 40 };
const at = "2026-01-01T00:00:00.000Z";
/** Of an abandoned push. */
const LONGEST_SILENCE = 600_000;

// The object logs each failed delivery.
beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => void vi.restoreAllMocks());

const createBranch = (name: string, drains: boolean) => (object: Mortal) =>
  object.perform("createBranch", [{ name, revision: "main", pusher, at }], drains);

const search = (object: Mortal) => object.perform("readFileWithHistory", ["main", "code/rare"], false);

/** A push of two objects, whose client stops sending after the first. */
const cutPush = (object: Mortal) => {
  const zero = "0".repeat(40);
  const command = written([`${zero} ${"1".repeat(40)} refs/heads/cut\0 report-status`, FLUSH]);
  const header = Buffer.from("PACK\0\0\0\x02\0\0\0\x02", "latin1");
  const entry = Buffer.concat([Buffer.from([0x33]), deflateSync(Buffer.from("cut"))]);
  const body = new Blob([Buffer.concat([command, header, entry])]).stream();
  const identity = { ...pusher, at };
  return object.fetch(toRequest({ service: "git-receive-pack", body, identity, encoding: null, protocol: null }));
};

/** Of the alarm that is stored, after which nothing waits longer. */
function expectSoon(machine: Machine, seed: number): void {
  const longest = machine.count("open_pushes") > 0 ? LONGEST_SILENCE : Number.POSITIVE_INFINITY;
  const soon = machine.count("outbox") > 0 ? Math.max(BACKSTOP, LONGEST_PAUSE) : longest;
  if (soon === Number.POSITIVE_INFINITY) return;
  expect(machine.alarm ?? Number.POSITIVE_INFINITY, `seed ${seed}`).toBeLessThanOrEqual(machine.now + soon);
}

/** @returns how often the process died */
async function liveAndDie(machine: Machine, seed: number): Promise<number> {
  const random = new Random(seed);
  machine.begin();
  const failing = new Random(seed);
  machine.fails = () => failing.chance(50);
  let deaths = 0;
  const revive = () => machine.revive(random.chance(60) ? random.below(14) : undefined);
  for (let step = 0; step < 12; step += 1) {
    if (random.chance(30)) revive();
    machine.now += random.below(3_000);
    const works = [createBranch(`b${seed}-${step}`, random.chance(50)), search, cutPush];
    const isAlarmDue = machine.alarm !== null && (machine.alarm <= machine.now || random.chance(30));
    // Some requests come while the alarm's handler runs.
    const [ring, requests] = [
      isAlarmDue ? machine.ring() : null,
      random.times(random.below(3), () => random.pick(works)),
    ];
    const lived = await Promise.all([ring ?? true, ...requests.map((work) => machine.lives(work))]);
    if (lived.includes(false)) {
      deaths += 1;
      revive();
    }
    expectSoon(machine, seed);
  }
  machine.fails = () => false;
  machine.revive();
  for (let rings = 0; machine.alarm !== null; rings += 1) {
    expect(rings, `seed ${seed} comes to an end`).toBeLessThan(50);
    await machine.ring();
  }
  return deaths;
}

test("over runs in which the storage stops, the alarm delivers every entry, collects every push, and is never too early", async () => {
  const seeds = cases(100, 15);
  const machine = new Machine();
  let deaths = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    deaths += await liveAndDie(machine, seed);
    expect(
      [...machine.delivered].sort((a, b) => a - b),
      `seed ${seed}`,
    ).toEqual(Array.from({ length: machine.written }, (_, n) => n + 1));
    expect([machine.count("outbox"), machine.count("open_pushes")], `seed ${seed}`).toEqual([0, 0]);
    const early = machine.attempts.filter(({ isDue, isOfAlarm }) => isOfAlarm && !isDue);
    expect(early, `seed ${seed}`).toEqual([]);
  }
  expect(deaths).toBeGreaterThan(seeds / 2);
});

test("a search does not shorten the outbox's backoff, and a push does not postpone the filters of a search", async () => {
  const machine = new Machine();
  machine.fails = () => true;
  await machine.lives(createBranch("one", true));
  for (let failures = 1; failures < 5; failures += 1) await machine.ring();
  const [attempts, retryAt] = [machine.attempts.length, machine.alarm ?? 0];
  expect(retryAt - machine.now).toBe(32_000);
  await machine.lives(search);
  expect(machine.alarm).toBe(machine.now + BACKSTOP);
  machine.now += 1_000;
  await machine.lives(createBranch("two", false));
  expect(machine.alarm).toBe(machine.now + BACKSTOP - 1_000);
  await machine.ring();
  expect([machine.attempts.length, machine.alarm]).toEqual([attempts, retryAt]);
  expect(machine.count("path_filters")).toBe(1);
});

test("the alarm does all that needs no database while it is down, and rings until it answers", async () => {
  const machine = new Machine();
  machine.fails = () => true;
  await machine.lives(cutPush);
  await machine.lives(cutPush);
  await machine.lives(search);
  const alarms: (number | null)[] = [];
  // The platform gives an alarm up whose handler fails seven times.
  for (let rings = 0; rings < 8; rings += 1) {
    await machine.ring();
    alarms.push(machine.alarm);
  }
  expect([machine.count("open_pushes"), machine.count("path_filters")]).toEqual([0, 1]);
  expect(alarms).not.toContain(null);
  machine.fails = () => false;
  await machine.ring();
  expect(machine.alarm).toBeNull();
});

test("the backoff outlives the process", async () => {
  const machine = new Machine();
  machine.fails = () => true;
  await machine.lives(createBranch("one", true));
  for (let failures = 1; failures < 5; failures += 1) await machine.ring();
  const retryAt = machine.alarm ?? 0;
  const attempts = machine.attempts.length;
  machine.revive();
  await machine.lives(search);
  await machine.ring();
  expect([machine.attempts.length, machine.alarm]).toEqual([attempts, retryAt]);
});

test("pushes and searches while filters are made change neither their results nor the filters", async () => {
  const machine = new Machine();
  for (let seed = 1; seed <= cases(20); seed += 1) {
    const random = new Random(seed);
    machine.begin();
    await machine.lives(search);
    const found: unknown[] = [];
    const searchAgain = async (object: Mortal) => found.push(await search(object));
    await Promise.all([
      machine.ring(),
      ...random.times(6, (n) =>
        machine.lives(random.pick([searchAgain, cutPush, createBranch(`b${seed}-${n}`, random.chance(50))])),
      ),
    ]);
    while (machine.alarm !== null) await machine.ring();
    for (const result of found) expect(result).toMatchObject({ answer: { lastCommit: machine.line.oids[0] } });
    const filters = machine.storage.sql.exec("select block, made from path_filters").toArray();
    expect(filters, `seed ${seed}`).toEqual([{ block: 0, made: 101 }]);
    expect([machine.delivered.size, machine.count("open_pushes")], `seed ${seed}`).toEqual([machine.written, 0]);
  }
});
