// When a courier sends deliveries: with a simulated clock, to a real receiver.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { execute } from "../../src/db/statement.ts";
import { HEARTBEAT } from "../../src/hooks/delivery-engine.ts";
import { Receiver, type Respond } from "../api/v3/hooks/receiver.ts";
import { nodeDatabase } from "../support/node-database.ts";
import { MortalCourier } from "./mortal-courier.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let db: Database;
let receiver: Receiver;
const responds = new Map<string, Respond>();
const arrived = new Map<string, { id: string; at: number }[]>();
let number = 0;

beforeAll(async () => {
  db = nodeDatabase();
  receiver = await Receiver.start((delivery) => responds.get(delivery.path)?.(delivery) ?? { status: 404 });
});

afterAll(() => receiver[Symbol.asyncDispose]());

interface World {
  readonly courier: MortalCourier;
  /** Received requests: event, and milliseconds since the courier started. */
  readonly arrivals: { id: string; at: number }[];
  /** The received events, in order. */
  events(): number[];
}

/** A courier with one hook whose receiver responds with `respond`. */
async function createWorld(respond: (attempt: number, event: number) => ReturnType<Respond>): Promise<World> {
  number += 1;
  const path = `/${number}`;
  const arrivals: World["arrivals"] = [];
  arrived.set(path, arrivals);
  const courier = await MortalCourier.create(db, `courier-${number}`, [`http://${receiver.host}${path}`]);
  const start = courier.now;
  responds.set(path, ({ headers }) => {
    const id = String(headers["webhook-id"]);
    arrivals.push({ id, at: courier.now - start });
    return respond(arrivals.length, eventOf(id));
  });
  return { courier, arrivals, events: () => arrivals.map(({ id }) => eventOf(id)) };
}

const eventOf = (id: string): number => Number(id.split("_")[1]);

/** Advances the clock, ringing each alarm that becomes due. */
async function pass(courier: MortalCourier, milliseconds: number): Promise<void> {
  const end = courier.now + milliseconds;
  while (courier.alarm !== null && courier.alarm <= end) await courier.ring();
  courier.now = end;
}

const rows = async ({ courier }: World) => {
  const [hook] = await courier.hooks();
  return courier.deliveries.list(hook?.id ?? 0, 100, 0).rows;
};

test("the heartbeat finds an event that no wake-up announced", async () => {
  const { courier, events } = await createWorld(() => ({ status: 200 }));
  expect(courier.alarm).toBe(courier.now + HEARTBEAT);
  const event = await courier.recordEvent();
  await pass(courier, HEARTBEAT - 1);
  expect(events()).toEqual([]);
  await pass(courier, 1);
  expect(events()).toEqual([event]);
});

test("a failing delivery is attempted ten times over three days, then fails; the hook stays enabled", async () => {
  const world = await createWorld(() => ({ status: 500 }));
  await world.courier.recordEvent();
  await world.courier.wake();
  await pass(world.courier, 100 * HOUR);
  const pauses = world.arrivals.slice(1).map(({ at }, index) => at - (world.arrivals[index]?.at ?? 0));
  const schedule = [5 * SECOND, 5 * MINUTE, ...[0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
  expect(pauses.map((pause) => Math.round(pause / SECOND))).toEqual(schedule.map((pause) => pause / SECOND));
  expect(await rows(world)).toMatchObject([{ state: "failed", attempts: 10, due: null, status: 500 }]);
  const error = "The receiver answered 500";
  expect(await world.courier.hooks()).toMatchObject([{ enabled: 1, disabled_until: null, last_error: error }]);
});

test("a hook shows its failure and the next attempt until a delivery succeeds", async () => {
  const { courier } = await createWorld((attempt) => ({ status: attempt === 1 ? 302 : 200 }));
  const failedAt = new Date(courier.now).toISOString();
  await courier.recordEvent();
  await courier.wake();
  const [failing] = await courier.hooks();
  expect(failing).toMatchObject({ last_error: "The receiver answered 302", last_error_at: failedAt });
  expect(Date.parse(failing?.disabled_until ?? "")).toBe(courier.alarm);
  await pass(courier, MINUTE);
  expect(await courier.hooks()).toMatchObject([{ disabled_until: null, last_error: null, last_error_at: null }]);
});

test("events with too much text for one page are all sent after one wake-up", async () => {
  const { courier, events } = await createWorld(() => ({ status: 200 }));
  const description = "x".repeat(1_000_000);
  await db.batch(execute(sql`update issues set description = ${description} where project_id = ${courier.projectId}`));
  const recorded: number[] = [];
  for (let event = 0; event < 6; event += 1) recorded.push(await courier.recordEvent());
  await courier.wake();
  expect(events()).toEqual(recorded);
});

test("a failing delivery does not delay later ones, which do not hasten it", async () => {
  let broken = 0;
  const { courier, events } = await createWorld((attempt, event) => ({
    status: event === broken && attempt < 4 ? 500 : 200,
  }));
  broken = await courier.recordEvent();
  const second = await courier.recordEvent();
  const third = await courier.recordEvent();
  await courier.wake();
  expect(events()).toEqual([broken, second, third]);
  const fourth = await courier.recordEvent();
  await courier.wake();
  expect(events()).toEqual([broken, second, third, fourth]);
  await pass(courier, MINUTE);
  expect(events()).toEqual([broken, second, third, fourth, broken]);
});

test("after five consecutive failures later deliveries wait in order until one of the five succeeds", async () => {
  let isBroken = true;
  const { courier, events } = await createWorld(() => ({ status: isBroken ? 503 : 200 }));
  const happened: number[] = [];
  for (let count = 0; count < 8; count += 1) happened.push(await courier.recordEvent());
  await courier.wake();
  expect(events()).toEqual(happened.slice(0, 5));
  isBroken = false;
  await pass(courier, MINUTE);
  expect(new Set(events().slice(5))).toEqual(new Set(happened));
  expect(events().filter((event) => event >= (happened[5] ?? 0))).toEqual(happened.slice(5));
});

test("five deliveries that never succeed delay later ones by minutes, not days", async () => {
  const happened: number[] = [];
  const world = await createWorld((_, event) => ({ status: happened.indexOf(event) < 5 ? 422 : 200 }));
  const { courier, events } = world;
  for (let count = 0; count < 8; count += 1) happened.push(await courier.recordEvent());
  await courier.wake();
  expect(events()).toEqual(happened.slice(0, 5));
  await pass(courier, 20 * MINUTE);
  expect(events().filter((event) => event >= (happened[5] ?? 0))).toEqual(happened.slice(5));
});

test("a receiver that refuses everything gets one delivery at a time", async () => {
  const { courier, events } = await createWorld(() => ({ status: 500 }));
  for (let count = 0; count < 8; count += 1) await courier.recordEvent();
  await courier.wake();
  await pass(courier, 12 * MINUTE);
  expect(new Set(events()).size).toBe(6);
});

test("an event that cannot be composed delays later ones by a few minutes, then shows as failed", async () => {
  const world = await createWorld(() => ({ status: 200 }));
  const { courier, events } = world;
  const first = await courier.recordEvent();
  const unrecorded = await courier.pushUnreadable();
  const last = await courier.recordEvent();
  await courier.wake();
  await pass(courier, 4 * MINUTE);
  expect(events()).toEqual([first]);
  await pass(courier, 3 * MINUTE);
  expect(events()).toEqual([first, last]);
  const [, failed] = await rows(world);
  expect(failed).toMatchObject({ state: "failed", attempts: 0, error: "This could not be composed" });
  expect(failed?.webhook_id).toMatch(`msg_${unrecorded}_`);
});

test("an attempt that cannot be made counts as failed and delays nothing", async () => {
  const world = await createWorld(() => ({ status: 200 }));
  const { courier, events } = world;
  courier.isCutOff = true;
  const first = await courier.recordEvent();
  await courier.wake();
  expect(await rows(world)).toMatchObject([{ state: "retrying", attempts: 1, error: "The network is gone." }]);
  courier.isCutOff = false;
  await pass(courier, MINUTE);
  expect(events()).toEqual([first]);
});

test.each([
  ["7200", 2 * HOUR],
  ["1", 5 * SECOND],
])("a receiver's Retry-After of %s is respected", async (retryAfter, pause) => {
  const { courier, arrivals } = await createWorld((attempt) =>
    attempt === 1 ? { status: 429, "retry-after": retryAfter } : { status: 200 },
  );
  await courier.recordEvent();
  await courier.wake();
  await pass(courier, 3 * HOUR);
  expect(arrivals.map(({ at }) => Math.round(at / SECOND))).toEqual([0, pause / SECOND]);
});

test("a 410 response disables the hook and fails its waiting deliveries", async () => {
  const world = await createWorld((attempt) => ({ status: attempt === 1 ? 500 : 410 }));
  const { courier, events } = world;
  const first = await courier.recordEvent();
  const second = await courier.recordEvent();
  await courier.recordEvent();
  await courier.wake();
  await courier.recordEvent();
  await pass(courier, 24 * HOUR);
  expect(events()).toEqual([first, second]);
  expect(await courier.hooks()).toMatchObject([
    { enabled: 0, disabled_until: null, last_error: "The receiver answered 410" },
  ]);
  expect((await rows(world)).map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
});

test("a hook is retried at once after it is edited", async () => {
  const { courier, events } = await createWorld((attempt) => ({ status: attempt === 1 ? 500 : 200 }));
  const event = await courier.recordEvent();
  await courier.wake();
  await courier.edit();
  await courier.wake();
  expect(events()).toEqual([event, event]);
});

test("the first 4,096 bytes of an answer are kept, without waiting for the rest", async () => {
  using warnings = vi.spyOn(console, "warn");
  const world = await createWorld(() => ({ status: 200, body: "x".repeat(5_000), isUnended: true }));
  await world.courier.recordEvent();
  await world.courier.wake();
  const [row] = await rows(world);
  expect([row?.status, row?.response_body]).toEqual([200, "x".repeat(4_096)]);
  // Waiting ends with a warning, after ten seconds.
  expect(warnings).not.toHaveBeenCalled();
});

test("deliveries and their bodies are kept for seven days", async () => {
  const world = await createWorld(() => ({ status: 200 }));
  await world.courier.recordEvent();
  await world.courier.wake();
  await pass(world.courier, 7 * 24 * HOUR - MINUTE);
  expect(await rows(world)).toHaveLength(1);
  await pass(world.courier, 11 * MINUTE);
  expect(await rows(world)).toEqual([]);
  expect(world.courier.storage.sql.exec("select * from bodies").toArray()).toEqual([]);
});

test("a deleted hook leaves nothing behind", async () => {
  const world = await createWorld(() => ({ status: 500 }));
  await world.courier.recordEvent();
  await world.courier.wake();
  await world.courier.deleteHooks();
  await world.courier.wake();
  expect(world.courier.alarm).toBeNull();
});
