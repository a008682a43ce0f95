// Reads the stream of events for the hooks of a project, of a group or of the server.
import type { Database } from "../db/database.ts";
import {
  findHookEvents,
  findHookProjects,
  type HookEventRow,
  type HookProjectRow,
} from "../db/queries/hooks/events.ts";
import { findHooksOf, type HookOwner, type HookRow } from "../db/queries/hooks/hooks.ts";
import type { Repositories } from "../durable-objects/repositories.ts";
import { headerFor, isFor, mayBeFor, topicFor } from "./messages.ts";
import type { HookSetting, PayloadContext, Topic } from "./topics/topic.ts";

/** A payload, and the hooks it goes to. */
export interface Dispatch {
  readonly eventId: number;
  /** `X-Gitlab-Event` */
  readonly event: string;
  /** JSON; null for what could not be composed. */
  readonly body: string | null;
  /** A hook has to be set to all of these also when it is sent. */
  readonly settings: readonly HookSetting[];
  readonly hookIds: readonly number[];
}

export interface EventPage {
  /** The owner's hooks as they are now. */
  readonly hooks: readonly HookRow[];
  readonly dispatches: readonly Dispatch[];
  /** The event up to which the stream was read; null while nothing was. */
  readonly upTo: number | null;
  /** There is more behind it. */
  readonly hasMore: boolean;
  /** The event behind it cannot be composed; null where that was not met. */
  readonly poisonEvent: PoisonEvent | null;
}

export interface PoisonEvent {
  /** To be told instead of it, once it has to be stepped over. */
  readonly dispatch: Dispatch;
  readonly cause: unknown;
}

export interface PayloadSources {
  readonly db: Database;
  readonly repositories: Repositories;
}

const EVENTS_AT_ONCE = 50;
/** Characters of payloads, beyond which what was composed is queued first. */
const MOST_TEXT = 4_000_000;

/** An event that is to be told. */
interface EventWithTopic {
  readonly event: HookEventRow;
  readonly topic: Topic;
}

/** @param after the event up to which the stream was read before; null for the first time */
export async function readHookEvents(
  sources: PayloadSources,
  owner: HookOwner,
  after: number | null,
): Promise<EventPage> {
  const [hooks, events] = await sources.db.batch(findHooksOf(owner), findHookEvents(owner, after, EVENTS_AT_ONCE));
  const newest = hooks.at(-1);
  if (newest === undefined) return { hooks, dispatches: [], upTo: after, hasMore: false, poisonEvent: null };
  const relevant = events.flatMap((event) => {
    const topic = topicFor(owner, event, hooks);
    return topic === undefined ? [] : [{ event, topic }];
  });
  const projects = await projectsOf(sources.db, relevant);
  const dispatches: Dispatch[] = [];
  let upTo = after;
  let text = 0;
  for (const { event, topic } of relevant) {
    const row = projects.get(event.project_id);
    const project = row === undefined ? null : { row, origin: newest.origin };
    try {
      const dispatch = await compose({ event, topic }, { ...sources, project }, owner, hooks);
      if (dispatch !== null) dispatches.push(dispatch);
      text += dispatch?.body?.length ?? 0;
    } catch (cause) {
      return {
        hooks,
        dispatches,
        upTo,
        hasMore: true,
        poisonEvent: { dispatch: withoutBody({ event, topic }, hooks), cause },
      };
    }
    upTo = event.id;
    if (text > MOST_TEXT) return { hooks, dispatches, upTo, hasMore: true, poisonEvent: null };
  }
  const hasMore = events.length === EVENTS_AT_ONCE;
  return { hooks, dispatches, upTo: events.at(-1)?.id ?? after, hasMore, poisonEvent: null };
}

async function compose(
  { event, topic }: EventWithTopic,
  context: PayloadContext,
  owner: HookOwner,
  hooks: readonly HookRow[],
): Promise<Dispatch | null> {
  const message = await topic.compose(context, event);
  const hookIds = message === null ? [] : hooks.filter((hook) => isFor(hook, event, message)).map(({ id }) => id);
  if (message === null || hookIds.length === 0) return null;
  const { settings, payload } = message;
  return { eventId: event.id, event: headerFor(owner, message), body: JSON.stringify(payload), settings, hookIds };
}

function withoutBody({ event, topic }: EventWithTopic, hooks: readonly HookRow[]): Dispatch {
  const hookIds = hooks.filter((hook) => mayBeFor(hook, event, topic)).map(({ id }) => id);
  return { eventId: event.id, event: event.kind, body: null, settings: [], hookIds };
}

/** All at once, by id. */
async function projectsOf(
  db: Database,
  relevant: readonly EventWithTopic[],
): Promise<ReadonlyMap<number | null, HookProjectRow>> {
  const ids = new Set(relevant.flatMap(({ event }) => (event.project_id === null ? [] : [event.project_id])));
  if (ids.size === 0) return new Map();
  const [projects] = await db.batch(findHookProjects([...ids]));
  return new Map(projects.map((project) => [project.id, project]));
}
