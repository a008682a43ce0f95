// What a notifier does when nothing goes wrong, and when mail is not taken.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { execute } from "../../src/db/statement.ts";
import { readUnsubscription } from "../../src/services/notifications/unsubscription.ts";
import { nodeDatabase } from "../support/node-database.ts";
import { createWorld, MortalNotifier, ORIGIN } from "./mortal-notifier.ts";

const db = nodeDatabase();
const MINUTE = 60_000;

test("what happens within 200 ms is told together: one alarm for all of it", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  const events: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    events.push(await notifier.happen());
    notifier.wake();
    notifier.now += 20;
  }
  expect({ alarmsSet: notifier.alarmsSet, wait: (notifier.alarm ?? 0) - notifier.now }).toEqual({
    alarmsSet: 1,
    wait: 100,
  });
  await notifier.ring();
  expect([...(await notifier.told()).values()]).toEqual([events]);
  expect(notifier.mails).toHaveLength(5);
});

test("more than a page of events is told at one time", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1), false);
  const events: number[] = [];
  for (let number = 0; number < 120; number += 1) events.push(await notifier.happen());
  notifier.wake();
  await notifier.ring();
  expect([...(await notifier.told()).values()]).toEqual([events]);
});

test("it looks by itself for an hour after something happened, and finds what nobody told it of", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  const first = await notifier.happen();
  notifier.wake();
  await notifier.ring();
  const second = await notifier.happen();
  await notifier.ring();
  expect([...(await notifier.told()).values()]).toEqual([[first, second]]);
  const found = notifier.now;
  await notifier.settle(10 * MINUTE);
  expect({ alarm: notifier.alarm, hours: (notifier.now - found) / (60 * MINUTE) }).toEqual({ alarm: null, hours: 1 });
});

test("a mail that is not taken is sent again after 1, 5, 30 and 120 minutes, and then given up", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  notifier.takesMail = false;
  await notifier.happen();
  notifier.wake();
  await notifier.settle(0);
  const begun = notifier.now + 200;
  const attempts: number[] = [];
  for (let known = 0; notifier.alarm !== null; known = notifier.reports.length) {
    await notifier.ring();
    if (notifier.reports.length > known) attempts.push(Math.round((notifier.now - begun) / MINUTE));
  }
  expect(attempts).toEqual([0, 1, 6, 36, 156]);
  expect(notifier.reports.map((report) => report.includes("given up"))).toEqual([false, false, false, false, true]);
  expect(notifier.mails).toEqual([]);
});

test("a mail waits until it is known how the server is called", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  await notifier.happen();
  notifier.wake(null);
  await notifier.ring();
  expect(notifier.mails).toEqual([]);
  notifier.wake(ORIGIN);
  await notifier.ring();
  expect(notifier.mails).toHaveLength(1);
});

test("without a post nothing waits to be sent", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1), false);
  await notifier.happen();
  notifier.wake();
  await notifier.ring();
  expect(notifier.storage.sql.exec("select count(*) as count from mails").toArray()).toEqual([{ count: 0 }]);
});

test.each([
  ["who has lost sight of the issue", sql`update issues set confidential = 1`, sql`issues.id = target_id`],
  ["who was blocked", sql`update users set state = 'blocked'`, sql`users.id = user_id`],
  ["who unsubscribed", sql`update participants set subscribed = 0`, sql`participants.user_id = notifications.user_id`],
  ["about a note that was deleted", sql`delete from notes`, sql`notes.id = note_id`],
])("no mail is sent that was waiting for somebody %s", async (_, change, condition) => {
  const world = await createWorld(db, 1);
  const notifier = new MortalNotifier(world);
  notifier.takesMail = false;
  await notifier.happen();
  notifier.wake();
  await notifier.ring();
  notifier.takesMail = true;
  await db.batch(
    execute(sql`${change} where exists (select 1 from notifications
      where notifications.project_id = ${world.projectId} and ${condition})`),
  );
  await notifier.settle(2 * MINUTE);
  expect(notifier.mails).toEqual([]);
});

test("a mail's link is true for what it says, and for nothing else", async () => {
  const world = await createWorld(db, 2);
  const notifier = new MortalNotifier(world);
  await notifier.happen();
  notifier.wake();
  await notifier.ring();
  const [link = ""] = /https:\S+unsubscribe\S+/.exec(notifier.mails[0]?.text ?? "") ?? [];
  const token = new URL(link).searchParams.get("token") ?? "";
  const unsubscription = readUnsubscription(token);
  if (unsubscription === null) throw new Error(`${token} is no token`);
  expect(unsubscription).toMatchObject({ target: world.issue, userId: world.readers[0] });
  expect(await notifier.engine.hasSigned(unsubscription)).toBe(true);
  expect(await notifier.engine.hasSigned({ ...unsubscription, userId: world.readers[1] ?? 0 })).toBe(false);
  const other = { ...world.issue, id: world.issue.id + 1 };
  expect(await notifier.engine.hasSigned({ ...unsubscription, target: other })).toBe(false);
  const elsewhere = new MortalNotifier(await createWorld(db, 1));
  expect(await elsewhere.engine.hasSigned(unsubscription)).toBe(false);
});
