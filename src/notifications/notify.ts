// Reads a project's events, decides whom to notify, and stores the notifications.
import type { Database } from "../db/database.ts";
import {
  type EventRange,
  findLabelSubscribers,
  findMentioned,
  findNextNotified,
  findNotifiedEvents,
  findParticipants,
  findReaders,
  type NotifiedEventRow,
  type ParticipantRow,
  type VisibilityCheck,
} from "../db/queries/notifications/facts.ts";
import { insertNotifications } from "../db/queries/notifications/notifications.ts";
import { type CountingSettingRow, listCountingSettings, listWatchers } from "../db/queries/notifications/settings.ts";
import { findProjectId } from "../db/queries/repositories/repositories.ts";
import type { IssuableType } from "../db/schema/issuables.ts";
import type { EventPage } from "../events/consumer.ts";
import {
  type CountingLevel,
  candidatesOf,
  type Facts,
  type Participant,
  type Recipient,
  recipientsOf,
} from "./recipients.ts";
import { type NotificationTrigger, triggerOf } from "./triggers.ts";

export interface NotifiedEvent {
  readonly eventId: number;
  /** Those who were notified. */
  readonly userIds: readonly number[];
}

export interface NotifiedPage extends EventPage {
  /** Only those of which somebody was notified. */
  readonly events: readonly NotifiedEvent[];
}

/** Candidates of all events of a page: it ends before the event that would exceed this. */
const MOST_CANDIDATES = 20_000;
/** Users per statement: D1 takes values of up to 2,000,000 bytes, and a visibility check has a number for each. */
const AT_ONCE = 5_000;

/** An event and its candidates, before the database says which of them may see the issuable. */
interface Candidacy {
  readonly event: NotifiedEventRow & { readonly target_id: number };
  readonly trigger: NotificationTrigger;
  readonly facts: Omit<Facts, "levels" | "readers">;
  readonly candidates: readonly number[];
}

/**
 * Reads events and stores who is notified of them. Idempotent: nobody is notified of an event twice. Takes at most three
 * round trips, and one where only the actor is concerned. Null when the project is gone.
 *
 * @param after the last event read before; null for the first time
 * @param limit events
 * @param now ISO 8601
 */
export async function notifyOfEvents(
  db: Database,
  projectId: number,
  { after, limit }: Omit<EventRange, "project_id">,
  now: string,
): Promise<NotifiedPage | null> {
  const today = now.slice(0, 10);
  const range = { project_id: projectId, after, limit };
  const [[project], events, participants, labelSubscribers, mentioned, watchers] = await db.batch(
    findProjectId(projectId),
    findNotifiedEvents(range),
    findParticipants(range),
    findLabelSubscribers(range),
    findMentioned(range),
    listWatchers(range, today),
  );
  if (project === undefined) return null;
  const found = {
    participants: Map.groupBy(participants, nameOf),
    labelSubscribers: Map.groupBy(labelSubscribers, ({ event_id }) => event_id),
    mentioned: Map.groupBy(mentioned, ({ event_id }) => event_id),
    watchers: watchers.map(({ user_id }) => user_id),
  };
  const page: Candidacy[] = [];
  let [upTo, people] = [after, 0];
  for (const [index, event] of events.entries()) {
    const candidacies = candidacyOf(event, events.slice(index + 1), found);
    for (const { candidates } of candidacies) people += candidates.length;
    if (people > MOST_CANDIDATES && index > 0) break;
    page.push(...candidacies);
    upTo = event.id;
  }
  const notified = await notifyCandidates(db, projectId, page, today);
  const hasMore = events.length === limit || upTo !== (events.at(-1)?.id ?? after);
  return { events: notified, upTo, hasMore, failure: null };
}

/** The first event that {@link notifyOfEvents} would read; null for none. */
export async function findNextEvent(db: Database, projectId: number, after: number | null): Promise<number | null> {
  const [[next]] = await db.batch(findNextNotified({ project_id: projectId, after }));
  return next?.id ?? null;
}

const nameOf = ({ target_type, target_id }: { target_type: IssuableType; target_id: number | null }): string =>
  `${target_type} ${target_id}`;

interface Found {
  readonly participants: ReadonlyMap<string, ParticipantRow[]>;
  readonly labelSubscribers: ReadonlyMap<number, { user_id: number }[]>;
  readonly mentioned: ReadonlyMap<number, { user_id: number }[]>;
  readonly watchers: readonly number[];
}

/** @param later the events behind it */
function candidacyOf(event: NotifiedEventRow, later: readonly NotifiedEventRow[], found: Found): Candidacy[] {
  const trigger = triggerOf(event);
  const { id, target_id } = event;
  if (trigger === null || target_id === null) return [];
  const facts = {
    actorId: event.actor_id,
    authorId: event.author_id,
    assigneeId: personThen("assignment", event.assignee_id, event, later),
    formerAssigneeId: trigger.assignment?.[0] ?? null,
    reviewerIds: [personThen("review", event.reviewer_id, event, later), trigger.review?.[0] ?? null].filter(
      (id) => id !== null,
    ),
    // A new issuable has no participants yet.
    participants: trigger.action === "opened" ? [] : (found.participants.get(nameOf(event)) ?? []).map(asParticipant),
    labelSubscribers: (found.labelSubscribers.get(id) ?? []).map(({ user_id }) => user_id),
    mentioned: (found.mentioned.get(id) ?? []).map(({ user_id }) => user_id),
    watchers: found.watchers,
    event: trigger.event,
    isForLabelSubscribersOnly: trigger.action === "relabeled",
  };
  const candidates = candidatesOf(facts);
  return candidates.length === 0 ? [] : [{ event: { ...event, target_id }, trigger, facts, candidates }];
}

const asParticipant = ({ user_id, subscribed, takes_part }: ParticipantRow): Participant => ({
  userId: user_id,
  takesPart: takes_part === 1,
  subscribed: subscribed === null ? null : subscribed === 1,
});

/** The assignee or reviewer at the time of the event: a later change in the same page says who it was before. */
function personThen(
  kind: "assignment" | "review",
  now: number | null,
  { target_type, target_id }: NotifiedEventRow,
  later: readonly NotifiedEventRow[],
): number | null {
  for (const event of later) {
    const isAboutIssuable = event.target_type === target_type && event.target_id === target_id;
    const change = isAboutIssuable ? triggerOf(event)?.[kind] : null;
    if (change != null) return change[0];
  }
  return now;
}

async function notifyCandidates(
  db: Database,
  projectId: number,
  candidacies: readonly Candidacy[],
  today: string,
): Promise<NotifiedEvent[]> {
  if (candidacies.length === 0) return [];
  const userIds = [...new Set(candidacies.flatMap(({ candidates }) => candidates))];
  const [issues, mergeRequests] = [checksOf("Issue", candidacies), checksOf("MergeRequest", candidacies)];
  const [settings, ...readerRows] = await db.batch(
    listCountingSettings(projectId, userIds),
    ...issues.map((some) => findReaders("Issue", some, today)),
    ...mergeRequests.map((some) => findReaders("MergeRequest", some, today)),
  );
  const levels = new Map(settings.map((row) => [row.user_id, levelOf(row)]));
  const readers = {
    Issue: Map.groupBy(readerRows.slice(0, issues.length).flat(), ({ target_id }) => target_id),
    MergeRequest: Map.groupBy(readerRows.slice(issues.length).flat(), ({ target_id }) => target_id),
  };
  const notified = candidacies.flatMap(({ event, trigger, facts }) => {
    const rows = readers[event.target_type].get(event.target_id) ?? [];
    const recipients = recipientsOf({ ...facts, levels, readers: new Set(rows.map(({ user_id }) => user_id)) });
    return recipients.length === 0 ? [] : [{ event, trigger, recipients }];
  });
  if (notified.length > 0) {
    await db.batch(
      ...notified.flatMap((one) =>
        chunks(one.recipients, AT_ONCE).map((some) => insertNotifications(projectId, notificationOf(one), some)),
      ),
    );
  }
  return notified.map(({ event, recipients }) => ({
    eventId: event.id,
    userIds: recipients.map(({ userId }) => userId),
  }));
}

const levelOf = ({ level, events }: CountingSettingRow): CountingLevel => ({ level, events: JSON.parse(events) });

/** One visibility check per issuable, in portions of one statement each. */
function checksOf(type: IssuableType, candidacies: readonly Candidacy[]): VisibilityCheck[][] {
  const ofType = candidacies.filter(({ event }) => event.target_type === type);
  const byIssuable = Map.groupBy(ofType, ({ event }) => event.target_id);
  const checks = [...byIssuable].flatMap(([target_id, some]) => {
    const userIds = [...new Set(some.flatMap(({ candidates }) => candidates))];
    return chunks(userIds, AT_ONCE).map((user_ids) => ({ target_id, user_ids }));
  });
  const portions: VisibilityCheck[][] = [];
  let room = 0;
  for (const check of checks) {
    room -= check.user_ids.length;
    if (room < 0) {
      portions.push([]);
      room = AT_ONCE - check.user_ids.length;
    }
    portions.at(-1)?.push(check);
  }
  return portions;
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

interface Notification extends Pick<Candidacy, "event" | "trigger"> {
  readonly recipients: readonly Recipient[];
}

const notificationOf = ({ event, trigger }: Notification) => ({
  event_id: event.id,
  event_kind: trigger.action,
  actor_id: event.actor_id,
  target_type: event.target_type,
  target_id: event.target_id,
  note_id: event.note_id,
  created_at: event.created_at,
});
