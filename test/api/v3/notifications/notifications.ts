// Helpers that read notifications, which arrive shortly after their events.
import { expect } from "vitest";
import { type Actor, ok } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { server } from "../../../support/server.ts";

const LONGEST = 10_000;

type Notification = Answer["body"];

/**
 * A user's notifications, oldest first, once there are this many. All recipients of an event are notified at the same
 * time.
 */
export const notificationsOf = (actor: Actor, count: number): Promise<Notification[]> =>
  notificationsOnce(actor, ({ length }) => length >= count);

/**
 * A user's notifications, oldest first, once one is of this action. For events of texts that change meanwhile: how many
 * mention the user depends on when each is read.
 */
export const notificationsUpTo = (actor: Actor, action: string): Promise<Notification[]> =>
  notificationsOnce(actor, (notifications) => notifications.some((notification) => notification.action === action));

async function notificationsOnce(
  actor: Actor,
  isComplete: (notifications: readonly Notification[]) => boolean,
): Promise<Notification[]> {
  const end = Date.now() + LONGEST;
  for (;;) {
    const notifications = await ok(actor.get("/notifications", { per_page: 100 }));
    if (isComplete(notifications)) return notifications.toReversed();
    if (Date.now() > end) throw new Error(`${actor.username} got only these: ${summary(notifications).join(", ")}`);
    await server.settle();
  }
}

/** A user's only notification. */
export async function onlyNotification(actor: Actor): Promise<Notification> {
  const notifications = await notificationsOf(actor, 1);
  expect(notifications).toHaveLength(1);
  return notifications[0];
}

/** Kind and reason of a user's notifications. */
export const summary = (notifications: readonly Notification[]): string[] =>
  notifications.map(({ action, reason }) => `${action}: ${reason}`);
