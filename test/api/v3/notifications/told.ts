// What people are told, which comes shortly after what it tells of.
import { expect } from "vitest";
import { type Actor, ok } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { server } from "../../../support/server.ts";

const LONGEST = 10_000;

type Notification = Answer["body"];

/** What somebody was told, the oldest first, once it is so much. All who hear of one thing are told at one time. */
export async function told(actor: Actor, count: number): Promise<Notification[]> {
  const end = Date.now() + LONGEST;
  for (;;) {
    const notifications = await ok(actor.get("/notifications", { per_page: 100 }));
    if (notifications.length >= count) return notifications.toReversed();
    if (Date.now() > end) throw new Error(`${actor.username} was told ${notifications.length} things, not ${count}`);
    await server.settle();
  }
}

/** The one thing somebody was told. */
export async function onlyTold(actor: Actor): Promise<Notification> {
  const notifications = await told(actor, 1);
  expect(notifications).toHaveLength(1);
  return notifications[0];
}

/** Of what somebody was told, what happened and why they were told. */
export const gist = (notifications: readonly Notification[]): string[] =>
  notifications.map(({ action, reason }) => `${action}: ${reason}`);
