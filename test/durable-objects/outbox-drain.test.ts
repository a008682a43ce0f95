// The pauses after which the alarm drains a repository's outbox again, while the database is down and after it.
import { expect, test } from "vitest";
import { OutboxDrain } from "../../src/durable-objects/outbox-drain.ts";
import { openRepository } from "../support/node-storage.ts";

/** An outbox with one entry, and a database that can be down. */
function outage() {
  const { outbox } = openRepository();
  outbox.add({ kind: "default_branch", defaultBranch: "main" });
  const database = { isDown: true };
  const pauses: number[] = [];
  const drain = new OutboxDrain({
    outbox,
    deliver: async () => {
      if (database.isDown) throw new Error("The database is down");
    },
    wakeIn: (milliseconds) => void pauses.push(milliseconds),
    isGone: () => false,
    report: () => {},
  });
  return { outbox, drain, database, pauses };
}

test("each failure of the alarm doubles its pause, up to a minute", async () => {
  const { drain, pauses } = outage();
  for (let alarm = 0; alarm < 7; alarm += 1) await drain.retry();
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test("failures of requests do not lengthen the pause", async () => {
  const { drain, pauses } = outage();
  for (let request = 0; request < 5; request += 1) await drain.run();
  expect(pauses).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
});

test("a delivery by a request makes the next pause short again", async () => {
  const { outbox, drain, database, pauses } = outage();
  for (let alarm = 0; alarm < 3; alarm += 1) await drain.retry();
  database.isDown = false;
  await drain.run();
  expect(outbox.next(10)).toEqual([]);
  outbox.add({ kind: "default_branch", defaultBranch: "main" });
  database.isDown = true;
  await drain.retry();
  expect(pauses).toEqual([2_000, 4_000, 8_000, 2_000]);
});
