// Reads a project's stream of events and writes down who is told of them.
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
  type Sight,
} from "../db/queries/notifications/facts.ts";
import { insertNotifications } from "../db/queries/notifications/notifications.ts";
import { type CountingSettingRow, listCountingSettings, listWatchers } from "../db/queries/notifications/settings.ts";
import { findProjectId } from "../db/queries/repositories/repositories.ts";
import type { IssuableType } from "../db/schema/issuables.ts";
import { type Occasion, occasionOf } from "./occasions.ts";
import {
  type CountingLevel,
  candidatesOf,
  type Facts,
  type Participant,
  type Recipient,
  recipientsOf,
} from "./recipients.ts";

/** Whom an event was told. */
export interface NotifiedEvent {
  readonly eventId: number;
  readonly userIds: readonly number[];
}

export interface Told {
  /** Those of which anybody was told. */
  readonly events: readonly NotifiedEvent[];
  /** The event up to which the stream was read; null while nothing was. */
  readonly upTo: number | null;
  /** There is more behind it. */
  readonly hasMore: boolean;
}

/** People who may be told, all events together, of one page: it ends before the event that has more. */
const MOST_CANDIDATES = 20_000;
/** People of one statement: D1 takes values of 2,000,000 bytes, and a sight has a number for each. */
const AT_ONCE = 5_000;

/** What is known of an event before it is asked who may see what it is about. */
interface Candidacy {
  readonly event: NotifiedEventRow & { readonly target_id: number };
  readonly occasion: Occasion;
  readonly facts: Omit<Facts, "levels" | "readers">;
  readonly candidates: readonly number[];
}

/**
 * What was told before is told nobody twice. At most three round trips; one where nobody but the actor is concerned.
 * Null when the project is gone.
 * @param after the event up to which the stream was read before; null for the first time
 * @param limit so many events at most
 * @param now ISO 8601
 */
export async function notifyOfEvents(
  db: Database,
  projectId: number,
  { after, limit }: Omit<EventRange, "project_id">,
  now: string,
): Promise<Told | null> {
  const today = now.slice(0, 10);
  const place = { project_id: projectId, after, limit };
  const [[project], events, participants, labelSubscribers, mentioned, watchers] = await db.batch(
    findProjectId(projectId),
    findNotifiedEvents(place),
    findParticipants(place),
    findLabelSubscribers(place),
    findMentioned(place),
    listWatchers(place, today),
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
  const told = await notifyCandidates(db, projectId, page, today);
  return { events: told, upTo, hasMore: events.length === limit || upTo !== (events.at(-1)?.id ?? after) };
}

/** The event that {@link notifyOfEvents} begins with; null for none. */
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

/** @param later what happened behind it */
function candidacyOf(event: NotifiedEventRow, later: readonly NotifiedEventRow[], found: Found): Candidacy[] {
  const occasion = occasionOf(event);
  const { id, target_id } = event;
  if (occasion === null || target_id === null) return [];
  const facts = {
    actorId: event.actor_id,
    authorId: event.author_id,
    assigneeId: assigneeThen(event, later),
    formerAssigneeId: occasion.assignment?.[0] ?? null,
    // When something was opened nobody had said anything yet.
    participants: occasion.action === "opened" ? [] : (found.participants.get(nameOf(event)) ?? []).map(asParticipant),
    labelSubscribers: (found.labelSubscribers.get(id) ?? []).map(({ user_id }) => user_id),
    mentioned: (found.mentioned.get(id) ?? []).map(({ user_id }) => user_id),
    watchers: found.watchers,
    event: occasion.event,
    isForLabelSubscribersOnly: occasion.action === "relabeled",
  };
  const candidates = candidatesOf(facts);
  return candidates.length === 0 ? [] : [{ event: { ...event, target_id }, occasion, facts, candidates }];
}

const asParticipant = ({ user_id, subscribed, takes_part }: ParticipantRow): Participant => ({
  userId: user_id,
  takesPart: takes_part === 1,
  subscribed: subscribed === null ? null : subscribed === 1,
});

/** Whoever had it next is told of that, and not of this. */
function assigneeThen({ target_type, target_id, assignee_id }: NotifiedEventRow, later: readonly NotifiedEventRow[]) {
  for (const event of later) {
    const isAboutIssuable = event.target_type === target_type && event.target_id === target_id;
    const assignment = isAboutIssuable ? occasionOf(event)?.assignment : null;
    if (assignment != null) return assignment[0];
  }
  return assignee_id;
}

async function notifyCandidates(
  db: Database,
  projectId: number,
  candidacies: readonly Candidacy[],
  today: string,
): Promise<NotifiedEvent[]> {
  if (candidacies.length === 0) return [];
  const userIds = [...new Set(candidacies.flatMap(({ candidates }) => candidates))];
  const [issues, mergeRequests] = [sightsOf("Issue", candidacies), sightsOf("MergeRequest", candidacies)];
  const [settings, ...sights] = await db.batch(
    listCountingSettings(projectId, userIds),
    ...issues.map((some) => findReaders("Issue", some, today)),
    ...mergeRequests.map((some) => findReaders("MergeRequest", some, today)),
  );
  const levels = new Map(settings.map((row) => [row.user_id, levelOf(row)]));
  const readers = {
    Issue: Map.groupBy(sights.slice(0, issues.length).flat(), ({ target_id }) => target_id),
    MergeRequest: Map.groupBy(sights.slice(issues.length).flat(), ({ target_id }) => target_id),
  };
  const told = candidacies.flatMap(({ event, occasion, facts }) => {
    const rows = readers[event.target_type].get(event.target_id) ?? [];
    const recipients = recipientsOf({ ...facts, levels, readers: new Set(rows.map(({ user_id }) => user_id)) });
    return recipients.length === 0 ? [] : [{ event, occasion, recipients }];
  });
  if (told.length > 0) {
    await db.batch(
      ...told.flatMap((one) =>
        chunks(one.recipients, AT_ONCE).map((some) => insertNotifications(projectId, noticeOf(one), some)),
      ),
    );
  }
  return told.map(({ event, recipients }) => ({ eventId: event.id, userIds: recipients.map(({ userId }) => userId) }));
}

const levelOf = ({ level, events }: CountingSettingRow): CountingLevel => ({ level, events: JSON.parse(events) });

/** Of each issuable once, who is to see it, in portions for one statement each. */
function sightsOf(type: IssuableType, candidacies: readonly Candidacy[]): Sight[][] {
  const ofType = candidacies.filter(({ event }) => event.target_type === type);
  const byIssuable = Map.groupBy(ofType, ({ event }) => event.target_id);
  const sights = [...byIssuable].flatMap(([target_id, some]) => {
    const userIds = [...new Set(some.flatMap(({ candidates }) => candidates))];
    return chunks(userIds, AT_ONCE).map((user_ids) => ({ target_id, user_ids }));
  });
  const portions: Sight[][] = [];
  let room = 0;
  for (const sight of sights) {
    room -= sight.user_ids.length;
    if (room < 0) {
      portions.push([]);
      room = AT_ONCE - sight.user_ids.length;
    }
    portions.at(-1)?.push(sight);
  }
  return portions;
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

interface ToBeTold extends Pick<Candidacy, "event" | "occasion"> {
  readonly recipients: readonly Recipient[];
}

const noticeOf = ({ event, occasion }: ToBeTold) => ({
  event_id: event.id,
  event_kind: occasion.action,
  actor_id: event.actor_id,
  target_type: event.target_type,
  target_id: event.target_id,
  note_id: event.note_id,
  created_at: event.created_at,
});
