// Who is notified of an event of an issuable, and for which reason: pure.
import type { NotificationLevel, NotificationReason } from "../db/schema/notifications.ts";
import type { CustomEvent } from "../services/notification-settings/levels.ts";

/** A user who participates in the issuable, or has subscribed or unsubscribed. */
export interface Participant {
  readonly userId: number;
  /** Wrote something, gave an award, or was mentioned. */
  readonly takesPart: boolean;
  /** Explicitly; null for neither. */
  readonly subscribed: boolean | null;
}

/** A user's effective notification level in the project, with `global` resolved. */
export interface CountingLevel {
  readonly level: Exclude<NotificationLevel, "global">;
  /** For level `custom`: events besides those of issuables the user participates in. */
  readonly events: readonly string[];
}

export interface Facts {
  readonly actorId: number;
  readonly authorId: number;
  readonly assigneeId: number | null;
  /** The assignee before this event. */
  readonly formerAssigneeId: number | null;
  /** The reviewer, and the one before this event. */
  readonly reviewerIds: readonly number[];
  readonly participants: readonly Participant[];
  /** Subscribers of the labels the event adds. */
  readonly labelSubscribers: readonly number[];
  /** Users mentioned in the event's text. */
  readonly mentioned: readonly number[];
  /** Users with level `watch` or `custom`. */
  readonly watchers: readonly number[];
  /** Users without an entry have level `participating`. */
  readonly levels: ReadonlyMap<number, CountingLevel>;
  /** Active users who may see the issuable. Nobody else is notified. */
  readonly readers: ReadonlySet<number>;
  /** The event's name in level `custom`; null if it has none. */
  /** Only labels have changed, which concerns those who follow these. */
  /** Only labels were added: nobody but their subscribers is notified. */
  readonly event: CustomEvent | null;
  /** Only labels have changed, which conditions those who follow these. */
  readonly isForLabelSubscribersOnly: boolean;
}

export interface Recipient {
  readonly userId: number;
  /** The first that applies, in the order of {@link NotificationReason}. */
  readonly reason: NotificationReason;
}

type Condition = (userId: number) => boolean;

/**
 * By user id. GitLab's rules: actors are not notified of their own actions; who unsubscribed is notified only of mentions;
 * an explicit subscription, to the issuable or to a label, counts at every level, even `disabled`.
 */
export function recipientsOf(facts: Facts): Recipient[] {
  const conditions = conditionsOf(facts);
  const isUnsubscribed = having(facts, ({ subscribed }) => subscribed === false);
  return candidatesOf(facts).flatMap((userId) => {
    if (!facts.readers.has(userId)) return [];
    const reasons = conditions.filter(([, holds]) => holds(userId)).map(([reason]) => reason);
    const wanted = isUnsubscribed(userId) ? reasons.filter((reason) => reason === "mentioned") : reasons;
    const reason = wanted.find((one) => hears(facts, userId, one));
    return reason === undefined ? [] : [{ userId, reason }];
  });
}

/** Everyone who may be notified, each once: their levels and their access have to be read. */
export function candidatesOf(facts: Omit<Facts, "levels" | "readers" | "event">): number[] {
  const { labelSubscribers, authorId, assigneeId, formerAssigneeId, reviewerIds, mentioned, watchers } = facts;
  const participants = facts.participants.map(({ userId }) => userId);
  const others = facts.isForLabelSubscribersOnly
    ? []
    : [authorId, assigneeId, formerAssigneeId, ...reviewerIds, ...participants, ...mentioned, ...watchers];
  const all = new Set([...labelSubscribers, ...others].filter((id) => id !== null));
  all.delete(facts.actorId);
  return [...all].sort((a, b) => a - b);
}

/** In order of precedence. */
function conditionsOf(facts: Facts): [NotificationReason, Condition][] {
  const { authorId, assigneeId, formerAssigneeId } = facts;
  const labelSubscribers: [NotificationReason, Condition] = ["label_subscribed", isIn(facts.labelSubscribers)];
  if (facts.isForLabelSubscribersOnly) return [labelSubscribers];
  return [
    ["mentioned", isIn(facts.mentioned)],
    ["assigned", (id) => id === assigneeId || id === formerAssigneeId],
    ["review_requested", isIn(facts.reviewerIds)],
    ["author", (id) => id === authorId],
    ["subscribed", having(facts, ({ subscribed }) => subscribed === true)],
    labelSubscribers,
    ["participating", having(facts, ({ takesPart }) => takesPart)],
    ["watching", isIn(facts.watchers)],
  ];
}

const having = ({ participants }: Facts, condition: (one: Participant) => boolean): Condition =>
  isIn(participants.filter(condition).map(({ userId }) => userId));

function isIn(ids: readonly number[]): Condition {
  const set = new Set(ids);
  return (id) => set.has(id);
}

/** False when the user's level suppresses the reason. */
function hears({ levels, event }: Facts, userId: number, reason: NotificationReason): boolean {
  const { level, events } = levels.get(userId) ?? { level: "participating", events: [] };
  switch (reason) {
    case "mentioned":
      return level !== "disabled";
    case "subscribed":
    case "label_subscribed":
      return true;
    case "assigned":
    case "review_requested":
    case "author":
    case "participating":
      return level === "participating" || level === "watch" || level === "custom";
    case "watching":
      return level === "watch" || (level === "custom" && event !== null && events.includes(event));
  }
}
