// The notifier without crashes, and with a mail binding that refuses mails.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { execute } from "../../src/db/statement.ts";
import { loadMails } from "../../src/notifications/load-mails.ts";
import { notifyOfEvents } from "../../src/notifications/notify.ts";
import { readUnsubscription } from "../../src/notifications/unsubscription.ts";
import { nodeDatabase } from "../support/node-database.ts";
import { createWorld, MortalNotifier } from "./mortal-notifier.ts";

const db = nodeDatabase();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("events within 200 ms are handled together, by one alarm", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  const events: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    events.push(await notifier.recordEvent());
    notifier.wake();
    notifier.now += 20;
  }
  expect({ alarmsSet: notifier.alarmsSet, wait: (notifier.alarm ?? 0) - notifier.now }).toEqual({
    alarmsSet: 1,
    wait: 100,
  });
  await notifier.ring();
  expect([...(await notifier.notifications()).values()]).toEqual([events]);
  expect(notifier.mails).toHaveLength(5);
});

test("more than a page of events is handled in one alarm", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1), false);
  const events: number[] = [];
  for (let number = 0; number < 120; number += 1) events.push(await notifier.recordEvent());
  notifier.wake();
  await notifier.ring();
  expect([...(await notifier.notifications()).values()]).toEqual([events]);
});

test("for an hour after an event the heartbeat finds events that no wake-up announced", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  const first = await notifier.recordEvent();
  notifier.wake();
  await notifier.ring();
  const second = await notifier.recordEvent();
  await notifier.ring();
  expect([...(await notifier.notifications()).values()]).toEqual([[first, second]]);
  const found = notifier.now;
  await notifier.settle(10 * MINUTE);
  expect((notifier.now - found) / HOUR).toBe(1);
  expect(((notifier.alarm ?? 0) - notifier.now) / HOUR).toBe(6);
});

test("a wake-up lost after a long idle time is made up for within six hours", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  notifier.wake();
  await notifier.settle(10 * MINUTE);
  const event = await notifier.recordEvent();
  await notifier.ring();
  expect([...(await notifier.notifications()).values()]).toEqual([[event]]);
});

test("a page too large to handle is split, and later pages have full size again", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  const events: number[] = [];
  for (let number = 0; number < 30; number += 1) events.push(await notifier.recordEvent());
  notifier.mostEvents = 12;
  notifier.wake();
  await notifier.settle(MINUTE);
  expect([...(await notifier.notifications()).values()]).toEqual([events]);
  expect(notifier.limits).toEqual([50, 25, 12, 12, 12]);
  await notifier.settle(10 * MINUTE);
  expect(notifier.limits.at(-1)).toBe(50);
});

test("a poison event is skipped after five minutes, and mails are sent meanwhile", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  const before = await notifier.recordEvent();
  notifier.poison = await notifier.recordEvent();
  const after = await notifier.recordEvent();
  const begun = notifier.now;
  notifier.wake();
  while (notifier.mails.length === 0) await notifier.ring();
  expect(await notifier.notifications()).toEqual(new Map([[expect.anything(), [before]]]));
  // The position survives a restart.
  notifier.revive();
  while (notifier.mails.length === 1) await notifier.ring();
  expect([...(await notifier.notifications()).values()]).toEqual([[before, after]]);
  expect((notifier.now - begun) / MINUTE).toBeGreaterThan(5);
  expect((notifier.now - begun) / MINUTE).toBeLessThan(10);
  expect(notifier.reports.filter((report) => report.includes("skipped"))).toEqual([
    `Event ${notifier.poison} is skipped: it failed again and again`,
  ]);
});

test("a deleted project leaves nothing behind", async () => {
  const world = await createWorld(db, 1);
  const notifier = new MortalNotifier(world);
  await notifier.recordEvent();
  notifier.wake();
  await db.batch(execute(sql`delete from projects where id = ${world.projectId}`));
  await notifier.ring();
  expect({ isGone: notifier.isGone, alarm: notifier.alarm }).toEqual({ isGone: true, alarm: null });
});

test("notifications are kept for 90 days and then deleted in batches of a thousand", async () => {
  const world = await createWorld(db, 1);
  const notifier = new MortalNotifier(world);
  await db.batch(
    execute(sql`insert into notifications
        (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, reason, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
      select ${world.readers[0]}, -i, 'commented', 1, ${world.projectId}, 'Issue', ${world.issue.id}, 'author',
        case when i <= 1400 then '2025-10-02T23:59:59.999Z' else '2025-10-04T00:00:00.000Z' end from n`),
  );
  const left = async () => [...(await notifier.notifications()).values()].flat().length;
  notifier.wake();
  await notifier.ring();
  expect(await left()).toBe(500);
  await notifier.settle(MINUTE);
  expect(await left()).toBe(100);
  while (notifier.now < Date.parse("2026-01-03T00:00:00.000Z")) await notifier.ring();
  expect(await left()).toBe(0);
});

test("events are kept for three years and then deleted in batches of a thousand, in any project", async () => {
  const world = await createWorld(db, 1);
  const notifier = new MortalNotifier(world);
  await db.batch(
    execute(sql`delete from events`),
    execute(sql`insert into events (kind, actor_id, project_id, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
      select 'issue_closed', 1, case i % 3 when 0 then ${world.projectId} when 1 then 999999 end,
        case when i <= 1400 then '2022-12-29T23:59:59.999Z' else '2022-12-31T00:00:00.000Z' end from n`),
  );
  const left = async () => {
    const [[row]] = await db.batch(execute<{ n: number }>(sql`select count(*) as n from events`));
    return row?.n;
  };
  notifier.wake();
  await notifier.ring();
  expect(await left()).toBe(500);
  await notifier.settle(MINUTE);
  expect(await left()).toBe(100);
});

test("pushes are kept for three years, and the newest of a project for good", async () => {
  const world = await createWorld(db, 1);
  const notifier = new MortalNotifier(world);
  await db.batch(
    execute(sql`insert into pushes (project_id, entry_id, actor_id, ref, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 5)
      select ${world.projectId}, i, 1, 'refs/heads/main', '2020-01-01T00:00:00.000Z' from n`),
  );
  notifier.wake();
  await notifier.settle(MINUTE);
  const [entries] = await db.batch(
    execute<{ entry_id: number }>(sql`select entry_id from pushes where project_id = ${world.projectId}`),
  );
  expect(entries).toEqual([{ entry_id: 5 }]);
});

test("a refused mail is retried for about a day, then given up", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  notifier.takesMail = false;
  await notifier.recordEvent();
  notifier.wake();
  await notifier.settle(0);
  const begun = notifier.now + 200;
  const attempts: number[] = [];
  for (let known = 0; notifier.now < begun + 48 * HOUR; known = notifier.reports.length) {
    await notifier.ring();
    if (notifier.reports.length > known) attempts.push(Math.round((notifier.now - begun) / MINUTE));
  }
  expect(attempts).toEqual([0, 1, 6, 36, 156, 516, 1416]);
  expect(notifier.reports.map((report) => report.includes("given up"))).toEqual(attempts.map((at) => at === 1416));
  expect(notifier.mails).toEqual([]);
});

test("a permanently refused mail is given up at once", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  notifier.takesMail = false;
  notifier.refusal = Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
  await notifier.recordEvent();
  notifier.wake();
  await notifier.ring();
  expect(notifier.reports).toEqual([expect.stringContaining("given up")]);
});

test("while the platform accepts no mails all of them wait, and none fails", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 2));
  notifier.takesMail = false;
  notifier.refusal = Object.assign(new Error("enough"), { code: "E_DAILY_LIMIT_EXCEEDED" });
  await notifier.recordEvent();
  notifier.wake();
  // Longer than a failing mail is retried.
  for (const end = notifier.now + 48 * HOUR; notifier.now < end; ) await notifier.ring();
  expect(new Set(notifier.reports)).toEqual(new Set(["The platform's mail limit is reached"]));
  notifier.takesMail = true;
  await notifier.ring();
  expect(notifier.mails).toHaveLength(2);
});

test("more mails than one load are sent in one alarm", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1));
  for (let number = 0; number < 60; number += 1) await notifier.recordEvent();
  notifier.wake();
  await notifier.ring();
  expect(notifier.mails).toHaveLength(60);
});

test("checking a link stores nothing in a notifier that never sent one", async () => {
  const world = await createWorld(db, 1);
  const notifier = new MortalNotifier(world);
  const signature = new Uint8Array(32);
  expect(await notifier.engine.hasSigned({ issuable: world.issue, userId: 1, signature })).toBe(false);
  expect(notifier.storage.sql.exec("select name from sqlite_master").toArray()).toEqual([]);
});

test("without a mail binding no mails are queued", async () => {
  const notifier = new MortalNotifier(await createWorld(db, 1), false);
  await notifier.recordEvent();
  notifier.wake();
  await notifier.ring();
  expect(notifier.storage.sql.exec("select count(*) as count from mails").toArray()).toEqual([{ count: 0 }]);
});

test.each([
  ["who lost access to the issue", sql`update issues set confidential = 1`, sql`issues.id = target_id`],
  ["who was blocked", sql`update users set state = 'blocked'`, sql`users.id = user_id`],
  ["who unsubscribed", sql`update participants set subscribed = 0`, sql`participants.user_id = notifications.user_id`],
  ["about a note that was deleted", sql`delete from notes`, sql`notes.id = note_id`],
])("no waiting mail is sent to somebody %s", async (_, change, condition) => {
  const world = await createWorld(db, 1);
  const notifier = new MortalNotifier(world);
  notifier.takesMail = false;
  await notifier.recordEvent();
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

test("a mail's link is valid only for its own contents", async () => {
  const world = await createWorld(db, 2);
  const notifier = new MortalNotifier(world);
  await notifier.recordEvent();
  notifier.wake();
  await notifier.ring();
  const [reader = 0, other = 0] = world.readers;
  const mail = notifier.mails.find(({ to }) => to === `user-${reader}@example.com`);
  const [link = ""] = /https:\S+unsubscribe\S+/.exec(mail?.text ?? "") ?? [];
  const token = new URL(link).searchParams.get("token") ?? "";
  const unsubscription = readUnsubscription(token);
  if (unsubscription === null) throw new Error(`${token} is no token`);
  expect(unsubscription).toMatchObject({ issuable: world.issue, userId: reader });
  expect(await notifier.engine.hasSigned(unsubscription)).toBe(true);
  expect(await notifier.engine.hasSigned({ ...unsubscription, userId: other })).toBe(false);
  const another = { ...world.issue, id: world.issue.id + 1 };
  expect(await notifier.engine.hasSigned({ ...unsubscription, issuable: another })).toBe(false);
  const elsewhere = new MortalNotifier(await createWorld(db, 1));
  expect(await elsewhere.engine.hasSigned(unsubscription)).toBe(false);
});

test("a mail names the assignee and the labels of its event, whatever changed later", async () => {
  const { projectId, issue, commenter, readers } = await createWorld(db, 2);
  const [reader = 0, other = 0] = readers;
  const [given, labelled, taken] = [-10 * projectId, -10 * projectId - 1, -10 * projectId - 2];
  const label = 10 * projectId;
  const event = (id: number, details: object, action: string) => [
    execute(sql`insert into events (id, kind, actor_id, project_id, target_id, created_at, details)
      values (${id}, 'issue_updated', ${commenter}, ${projectId}, ${issue.id}, '2026-01-01', ${JSON.stringify(details)})`),
    execute(sql`insert into notifications
        (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, reason, created_at)
      values (${reader}, ${id}, ${action}, ${commenter}, ${projectId}, 'Issue', ${issue.id}, 'author', '2026-01-01')`),
  ];
  await db.batch(
    execute(sql`insert into labels (id, project_id, title, color, created_at, updated_at) values
      (${label}, ${projectId}, 'added', '#fff', '2026-01-01', '2026-01-01'),
      (${label + 1}, ${projectId}, 'had before', '#fff', '2026-01-01', '2026-01-01')`),
    execute(
      sql`insert into label_links (label_id, target_type, target_id) values (${label + 1}, 'Issue', ${issue.id})`,
    ),
    ...event(given, { assignee_id: [null, other], added_labels: null }, "reassigned"),
    ...event(labelled, { assignee_id: null, added_labels: [label] }, "relabeled"),
    ...event(taken, { assignee_id: [other, null], added_labels: null }, "reassigned"),
  );
  const options = [given, labelled, taken].map((event_id) => ({ user_id: reader, event_id }));
  const mails = await loadMails(db, options, "2026-01-02");
  expect(mails.map(({ assignee_name, labels }) => [assignee_name, labels])).toEqual([
    [`User ${other}`, "[]"],
    [null, '["added"]'],
    [null, "[]"],
  ]);
});

test("a mail is about its own issue or merge request, with the description of one that was opened", async () => {
  const { projectId, issue, commenter, readers } = await createWorld(db, 1);
  const [reader = 0] = readers;
  const mergeRequest = 20 * projectId;
  const notified = (id: number, action: string, type: string, target: number) =>
    execute(sql`insert into notifications
        (user_id, event_id, event_kind, actor_id, project_id, target_type, target_id, reason, created_at)
      values (${reader}, ${id}, ${action}, ${commenter}, ${projectId}, ${type}, ${target}, 'author', '2026-01-01')`);
  const insertMergeRequest = (id: number, iid: number) =>
    execute(sql`insert into merge_requests (id, project_id, iid, source_project_id, source_branch, target_branch, author_id,
        title, description, created_at, updated_at)
      values (${id}, ${projectId}, ${iid}, ${projectId}, ${`b${iid}`}, 'main', ${commenter}, ${`Proposal ${iid}`},
        ${`Reasons ${iid}`}, '2026-01-01', '2026-01-01')`);
  await db.batch(
    execute(sql`update issues set description = 'What happened' where id = ${issue.id}`),
    insertMergeRequest(mergeRequest, 1),
    insertMergeRequest(mergeRequest + 1, 2),
    notified(-20 * projectId, "opened", "Issue", issue.id),
    notified(-20 * projectId - 1, "closed", "Issue", issue.id),
    notified(-20 * projectId - 2, "opened", "MergeRequest", mergeRequest),
    notified(-20 * projectId - 3, "merged", "MergeRequest", mergeRequest + 1),
  );
  const options = [0, 1, 2, 3].map((count) => ({ user_id: reader, event_id: -20 * projectId - count }));
  const mails = await loadMails(db, options, "2026-01-02");
  expect(mails.map(({ target_id, title, text }) => [target_id, title, text])).toEqual([
    [issue.id, expect.any(String), "What happened"],
    [issue.id, expect.any(String), null],
    [mergeRequest, "Proposal 1", "Reasons 1"],
    [mergeRequest + 1, "Proposal 2", null],
  ]);
});

test("when many watch a project all are notified: a page ends where it has too many recipients", async () => {
  const world = await createWorld(db, 6_000);
  const notifier = new MortalNotifier(world, false);
  for (let number = 0; number < 4; number += 1) await notifier.recordEvent();
  const place = { after: null, limit: 50 };
  const first = await notifyOfEvents(db, world.projectId, place, "2026-01-01T00:00:00.000Z");
  expect(first?.events.map(({ userIds }) => userIds.length)).toEqual([6_000, 6_000, 6_000]);
  expect(first?.hasMore).toBe(true);
  const rest = await notifyOfEvents(
    db,
    world.projectId,
    { ...place, after: first?.upTo ?? null },
    "2026-01-01T00:00:00.000Z",
  );
  expect(rest?.events.map(({ userIds }) => userIds.length)).toEqual([6_000]);
  expect(rest?.hasMore).toBe(false);
});
