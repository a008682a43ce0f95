// Who is told of something that happened to an issue or a merge request, and why: pure.
import type { NotificationLevel, NotificationReason } from "../db/schema/notifications.ts";
import type { CustomEvent } from "../services/notification-settings/levels.ts";

/** Somebody who takes part in the issuable, or asked to be told of it or not to be. */
export interface Participant {
  readonly userId: number;
  /** By what they wrote, by an award, or because they were mentioned there. */
  readonly takesPart: boolean;
  /** What they asked for; null for nothing. */
  readonly subscribed: boolean | null;
}

/** The level that counts for somebody in the project; `global` is resolved before. */
export interface CountingLevel {
  readonly level: Exclude<NotificationLevel, "global">;
  /** What level `custom` tells of besides what one takes part in. */
  readonly events: readonly string[];
}

export interface Facts {
  readonly actorId: number;
  readonly authorId: number;
  readonly assigneeId: number | null;
  /** Whom it was taken from just now. */
  readonly formerAssigneeId: number | null;
  readonly participants: readonly Participant[];
  /** Of the labels this is about. */
  readonly labelSubscribers: readonly number[];
  /** In the text this is about. */
  readonly mentioned: readonly number[];
  /** Who has the project in view, as far as their level says so. */
  readonly watchers: readonly number[];
  /** Who is not here has level `participating`. */
  readonly levels: ReadonlyMap<number, CountingLevel>;
  /** Active users who may see the issuable. Nobody else is told anything. */
  readonly readers: ReadonlySet<number>;
  /** As level `custom` names it; null for what it does not name. */
  readonly event: CustomEvent | null;
  /** Only labels have changed, which concerns those who follow these. */
  readonly isForLabelSubscribersOnly: boolean;
}

export interface Recipient {
  readonly userId: number;
  /** The first that holds, in the order of {@link NotificationReason}. */
  readonly reason: NotificationReason;
}

type Concern = (userId: number) => boolean;

/**
 * As GitLab decides it: who does something is not told of it; who asked not to be told of the issuable is told only where a
 * text mentions them; a subscription by hand, to the issuable or to a label, counts at every level, even `disabled`.
 * By user id.
 */
export function recipientsOf(facts: Facts): Recipient[] {
  const concerns = concernsOf(facts);
  const isUnsubscribed = having(facts, ({ subscribed }) => subscribed === false);
  return candidatesOf(facts).flatMap((userId) => {
    if (!facts.readers.has(userId)) return [];
    const reasons = concerns.filter(([, holds]) => holds(userId)).map(([reason]) => reason);
    const wanted = isUnsubscribed(userId) ? reasons.filter((reason) => reason === "mentioned") : reasons;
    const reason = wanted.find((one) => hears(facts, userId, one));
    return reason === undefined ? [] : [{ userId, reason }];
  });
}

/** All who may be told, each once: whose level and sight have to be known. */
export function candidatesOf(facts: Omit<Facts, "levels" | "readers" | "event">): number[] {
  const { labelSubscribers, authorId, assigneeId, formerAssigneeId, participants, mentioned, watchers } = facts;
  const others = facts.isForLabelSubscribersOnly
    ? []
    : [authorId, assigneeId, formerAssigneeId, ...participants.map(({ userId }) => userId), ...mentioned, ...watchers];
  const all = new Set([...labelSubscribers, ...others].filter((id) => id !== null));
  all.delete(facts.actorId);
  return [...all].sort((a, b) => a - b);
}

/** In the order in which they are given as the reason. */
function concernsOf(facts: Facts): [NotificationReason, Concern][] {
  const { authorId, assigneeId, formerAssigneeId } = facts;
  const labelSubscribers: [NotificationReason, Concern] = ["label_subscribed", isIn(facts.labelSubscribers)];
  if (facts.isForLabelSubscribersOnly) return [labelSubscribers];
  return [
    ["mentioned", isIn(facts.mentioned)],
    ["assigned", (id) => id === assigneeId || id === formerAssigneeId],
    ["author", (id) => id === authorId],
    ["subscribed", having(facts, ({ subscribed }) => subscribed === true)],
    labelSubscribers,
    ["participating", having(facts, ({ takesPart }) => takesPart)],
    ["watching", isIn(facts.watchers)],
  ];
}

const having = ({ participants }: Facts, condition: (one: Participant) => boolean): Concern =>
  isIn(participants.filter(condition).map(({ userId }) => userId));

function isIn(ids: readonly number[]): Concern {
  const set = new Set(ids);
  return (id) => set.has(id);
}

/** Whether somebody's level lets them be told for this reason. */
function hears({ levels, event }: Facts, userId: number, reason: NotificationReason): boolean {
  const { level, events } = levels.get(userId) ?? { level: "participating", events: [] };
  switch (reason) {
    case "mentioned":
      return level !== "disabled";
    case "subscribed":
    case "label_subscribed":
      return true;
    case "assigned":
    case "author":
    case "participating":
      return level === "participating" || level === "watch" || level === "custom";
    case "watching":
      return level === "watch" || (level === "custom" && event !== null && events.includes(event));
  }
}
