// Reads a project's stream of events and writes down who is told of them.
import type { Database } from "../../db/database.ts";
import {
  findLabelSubscribers,
  findMentioned,
  findNotifiedEvents,
  findParticipants,
  findReaders,
  type NotifiedEventRow,
  type ParticipantRow,
} from "../../db/queries/notification-facts.ts";
import { type CountingSettingRow, listCountingSettings, listWatchers } from "../../db/queries/notification-settings.ts";
import { insertNotifications } from "../../db/queries/notifications.ts";
import type { TargetType } from "../../db/schema/targets.ts";
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
export interface ToldEvent {
  readonly eventId: number;
  readonly userIds: readonly number[];
}

export interface Told {
  /** Those of which anybody was told. */
  readonly events: readonly ToldEvent[];
  /** The event up to which the stream was read; null while nothing was. */
  readonly upTo: number | null;
  /** There is more behind it. */
  readonly hasMore: boolean;
}

const EVENTS_AT_ONCE = 50;

/** What is known of an event before it is asked who may see what it is about. */
interface Candidacy {
  readonly event: NotifiedEventRow & { readonly target_id: number };
  readonly occasion: Occasion;
  readonly facts: Omit<Facts, "levels" | "readers">;
  readonly candidates: readonly number[];
}

/**
 * What was told before is told nobody twice. At most three round trips; one where nobody but the actor is concerned.
 * @param after the event up to which the stream was read before; null for the first time
 * @param now ISO 8601
 */
export async function tellNews(db: Database, projectId: number, after: number | null, now: string): Promise<Told> {
  const today = now.slice(0, 10);
  const place = { project_id: projectId, after, limit: EVENTS_AT_ONCE };
  const [events, participants, labelSubscribers, mentioned, watchers] = await db.batch(
    findNotifiedEvents(place),
    findParticipants(place),
    findLabelSubscribers(place),
    findMentioned(place),
    listWatchers(projectId, today),
  );
  const found = {
    participants: Map.groupBy(participants, ({ event_id }) => event_id),
    labelSubscribers: Map.groupBy(labelSubscribers, ({ event_id }) => event_id),
    mentioned: Map.groupBy(mentioned, ({ event_id }) => event_id),
    watchers: watchers.map(({ user_id }) => user_id),
  };
  const candidacies = events.flatMap((event, index) => candidacyOf(event, events.slice(index + 1), found));
  const told = await tellCandidates(db, projectId, candidacies, today);
  return { events: told, upTo: events.at(-1)?.id ?? after, hasMore: events.length === EVENTS_AT_ONCE };
}

interface Found {
  readonly participants: ReadonlyMap<number, ParticipantRow[]>;
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
    participants: occasion.action === "opened" ? [] : (found.participants.get(id) ?? []).map(asParticipant),
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
    const isOfTarget = event.target_type === target_type && event.target_id === target_id;
    const assignment = isOfTarget ? occasionOf(event)?.assignment : null;
    if (assignment != null) return assignment[0];
  }
  return assignee_id;
}

async function tellCandidates(
  db: Database,
  projectId: number,
  candidacies: readonly Candidacy[],
  today: string,
): Promise<ToldEvent[]> {
  if (candidacies.length === 0) return [];
  const userIds = [...new Set(candidacies.flatMap(({ candidates }) => candidates))];
  const [settings, ofIssues, ofMergeRequests] = await db.batch(
    listCountingSettings(projectId, userIds),
    findReaders("Issue", sightsOf("Issue", candidacies), today),
    findReaders("MergeRequest", sightsOf("MergeRequest", candidacies), today),
  );
  const levels = new Map(settings.map((row) => [row.user_id, levelOf(row)]));
  const readers = {
    Issue: Map.groupBy(ofIssues, ({ target_id }) => target_id),
    MergeRequest: Map.groupBy(ofMergeRequests, ({ target_id }) => target_id),
  };
  const told = candidacies.flatMap(({ event, occasion, facts }) => {
    const rows = readers[event.target_type].get(event.target_id) ?? [];
    const recipients = recipientsOf({ ...facts, levels, readers: new Set(rows.map(({ user_id }) => user_id)) });
    return recipients.length === 0 ? [] : [{ event, occasion, recipients }];
  });
  if (told.length > 0) {
    await db.batch(...told.map((one) => insertNotifications(projectId, noticeOf(one), one.recipients)));
  }
  return told.map(({ event, recipients }) => ({ eventId: event.id, userIds: recipients.map(({ userId }) => userId) }));
}

const levelOf = ({ level, events }: CountingSettingRow): CountingLevel => ({ level, events: JSON.parse(events) });

/** Of each target once, who is to see it. */
function sightsOf(type: TargetType, candidacies: readonly Candidacy[]) {
  const ofType = candidacies.filter(({ event }) => event.target_type === type);
  const byTarget = Map.groupBy(ofType, ({ event }) => event.target_id);
  return [...byTarget].map(([target_id, some]) => ({
    target_id,
    user_ids: [...new Set(some.flatMap(({ candidates }) => candidates))],
  }));
}

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
