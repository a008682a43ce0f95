// The consumer of the event stream: position, backoff and poison events.
import { expect, test } from "vitest";
import { Sql } from "../../src/durable-objects/sqlite.ts";
import { consumerTable, EventConsumer, type EventPage } from "../../src/events/consumer.ts";
import { nodeStorage } from "../support/node-storage.ts";

const MINUTE = 60_000;

interface NumberPage extends EventPage {
  readonly events: readonly number[];
}

/** A stream of the events 1 to `last`, some of which fail. */
class Stream {
  now = 0;
  last = 0;
  isDown = false;
  /** Reading a page that contains one of these fails. */
  readonly poison = new Set<number>();
  /** These fail by name; earlier events of their page do not. */
  readonly failing = new Set<number>();
  readonly stored: number[] = [];
  readonly skipped: number[] = [];
  readonly limits: number[] = [];
  readonly sql = new Sql(nodeStorage());

  constructor(last: number) {
    this.last = last;
    this.sql.run(consumerTable);
  }

  consumer(): EventConsumer<NumberPage> {
    return new EventConsumer<NumberPage>(
      {
        read: async (after, limit) => this.#read(after ?? 0, limit),
        findNext: async (after) => {
          if (this.isDown) throw new Error("The database is down");
          return (after ?? 0) < this.last ? (after ?? 0) + 1 : null;
        },
        store: ({ events }) => void this.stored.push(...events),
        skip: (eventId) => void this.skipped.push(eventId),
      },
      { sql: this.sql, clock: () => this.now, report: () => {} },
    );
  }

  #read(after: number, limit: number): NumberPage {
    this.limits.push(limit);
    const ids = Array.from({ length: Math.min(limit, this.last - after) }, (_, index) => after + index + 1);
    if (this.isDown || ids.some((id) => this.poison.has(id))) throw new Error("This page cannot be read");
    const failed = ids.findIndex((id) => this.failing.has(id));
    const events = failed === -1 ? ids : ids.slice(0, failed);
    const eventId = ids[failed];
    return {
      events,
      upTo: events.at(-1) ?? (after === 0 ? null : after),
      hasMore: failed !== -1 || ids.length === limit,
      failure: eventId === undefined ? null : { eventId, cause: new Error("This event cannot be prepared") },
    };
  }

  /** Consumes until nothing is left or the time is over. Each failure is followed by a new consumer. */
  async run(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (let consumer = this.consumer(); ; ) {
      const outcome = await consumer.consumePage();
      if (outcome === "drained") return;
      if (outcome === "more") continue;
      this.now = Math.min(end, consumer.retryAt ?? end);
      if (this.now === end) return;
      consumer = this.consumer();
    }
  }
}

test("pages of 50 are stored once, in order, and the position survives a restart", async () => {
  const stream = new Stream(120);
  await stream.run(0);
  stream.last = 130;
  await stream.run(0);
  expect(stream.stored).toEqual(Array.from({ length: 130 }, (_, index) => index + 1));
  expect(stream.consumer().position).toBe(130);
});

test("the pause doubles from 5 seconds to a minute while reading fails", async () => {
  const stream = new Stream(1);
  stream.isDown = true;
  const pauses: number[] = [];
  for (let failures = 0; failures < 6; failures += 1) {
    const consumer = stream.consumer();
    expect(await consumer.consumePage()).toBe("failed");
    pauses.push((consumer.retryAt ?? 0) - stream.now);
  }
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

test("each failure halves the page until the poison event is alone, and later pages have full size again", async () => {
  const stream = new Stream(60);
  stream.poison.add(4);
  await stream.run(20 * MINUTE);
  expect(stream.limits.slice(0, 6)).toEqual([50, 25, 12, 6, 3, 3]);
  expect(stream.skipped).toEqual([4]);
  expect(stream.stored).toEqual(Array.from({ length: 60 }, (_, index) => index + 1).filter((id) => id !== 4));
  stream.last = 61;
  await stream.run(0);
  expect(stream.limits.at(-1)).toBe(50);
});

test("an event that fails by name delays only later events, for five minutes", async () => {
  const stream = new Stream(5);
  stream.failing.add(3);
  await stream.run(4 * MINUTE);
  expect({ stored: stream.stored, skipped: stream.skipped }).toEqual({ stored: [1, 2], skipped: [] });
  await stream.run(4 * MINUTE);
  expect({ stored: stream.stored, skipped: stream.skipped }).toEqual({ stored: [1, 2, 4, 5], skipped: [3] });
});

test("no event is skipped while the database is down", async () => {
  const stream = new Stream(3);
  stream.isDown = true;
  await stream.run(60 * MINUTE);
  stream.isDown = false;
  await stream.run(10 * MINUTE);
  expect({ stored: stream.stored, skipped: stream.skipped }).toEqual({ stored: [1, 2, 3], skipped: [] });
});

test("an event that fails for the first time is not skipped for the failures of another one", async () => {
  const stream = new Stream(5);
  stream.failing.add(2);
  await stream.run(10 * MINUTE - 1);
  expect(stream.skipped).toEqual([2]);
  const recovering = new Stream(5);
  recovering.failing.add(2);
  await recovering.run(5 * MINUTE);
  recovering.failing.delete(2);
  recovering.failing.add(4);
  await recovering.run(2 * MINUTE);
  recovering.failing.clear();
  await recovering.run(2 * MINUTE);
  expect({ stored: recovering.stored, skipped: recovering.skipped }).toEqual({ stored: [1, 2, 3, 4, 5], skipped: [] });
});

test("an outage neither shrinks the pages nor counts against an event", async () => {
  const stream = new Stream(60);
  stream.isDown = true;
  await stream.run(30 * MINUTE);
  stream.isDown = false;
  stream.poison.add(1);
  await stream.run(4 * MINUTE);
  expect({
    first: stream.limits[0],
    least: stream.limits.find((limit) => limit < 50),
    skipped: stream.skipped,
  }).toEqual({
    first: 50,
    least: 25,
    skipped: [],
  });
});
