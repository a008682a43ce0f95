// The pauses after which the alarm drains a repository's outbox again, while the database is down and after it.
import { describe, expect, test } from "vitest";
import { OutboxDrain } from "../../src/durable-objects/outbox-drain.ts";
import { openRepository } from "../support/node-storage.ts";

const databaseIsDown = new Error("The database is down");

/** An outbox with one entry, and a database that can be down. */
function outage() {
  const { sql, outbox, settings } = openRepository();
  outbox.add({ kind: "default_branch", defaultBranch: "main" });
  const database = { isDown: true, onDelivery: () => {} };
  const clock = { now: 0 };
  const repository = { isGone: false };
  const wakes: number[] = [];
  const reports: unknown[] = [];
  const drain = new OutboxDrain({
    outbox,
    settings,
    deliver: async () => {
      database.onDelivery();
      if (database.isDown) throw databaseIsDown;
    },
    wakeAt: (time) => void wakes.push(time),
    clock: () => clock.now,
    isGone: () => repository.isGone,
    report: (error) => void reports.push(error),
  });
  /** Lets the alarm ring at the time for which it was set last. Returns the pause until the next. */
  const ring = async () => {
    clock.now = wakes.at(-1) ?? 0;
    await drain.run(false);
    return (wakes.at(-1) ?? 0) - clock.now;
  };
  return { sql, outbox, drain, database, repository, wakes, reports, ring };
}

test("each failure of the alarm doubles its pause, up to a minute", async () => {
  const { ring } = outage();
  const pauses: number[] = [];
  for (let alarm = 0; alarm < 7; alarm += 1) pauses.push(await ring());
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test("failures of requests do not lengthen the pause", async () => {
  const { drain, wakes } = outage();
  for (let request = 0; request < 5; request += 1) await drain.run();
  expect(new Set(wakes)).toEqual(new Set([2_000]));
});

test("a delivery by a request makes the next pause short again", async () => {
  const { outbox, drain, database, ring } = outage();
  expect([await ring(), await ring(), await ring()]).toEqual([2_000, 4_000, 8_000]);
  database.isDown = false;
  await drain.run();
  expect(outbox.next(10)).toEqual([]);
  outbox.add({ kind: "default_branch", defaultBranch: "main" });
  database.isDown = true;
  expect(await ring()).toBe(2_000);
});

test("a write that fails while a failure is stored leaves the drain able to try again", async () => {
  const { sql, outbox, drain, database, ring } = outage();
  sql.run("create trigger full before insert on settings begin select raise(fail, 'the disk is full'); end");
  await drain.run();
  sql.run("drop trigger full");
  expect(await ring()).toBe(2_000);
  database.isDown = false;
  await drain.run();
  expect(outbox.next(10)).toEqual([]);
});

test("a failed delivery is reported", async () => {
  const { drain, reports } = outage();
  await drain.run();
  expect(reports).toEqual([databaseIsDown]);
});

describe("a deleted repository", () => {
  /** @returns deletes it, with its tables */
  const deletionOf =
    ({ sql, repository }: ReturnType<typeof outage>) =>
    () => {
      repository.isGone = true;
      for (const table of ["outbox", "settings"]) sql.run(`drop table ${table}`);
    };

  test("delivers nothing", async () => {
    const found = outage();
    deletionOf(found)();
    await found.drain.run();
    expect(found).toMatchObject({ wakes: [], reports: [] });
  });

  test("neither reports nor repeats the delivery during which it was deleted", async () => {
    const found = outage();
    found.database.onDelivery = deletionOf(found);
    await found.drain.run();
    expect(found).toMatchObject({ wakes: [], reports: [] });
  });
});
