// Reads events and composes their payloads, for the hooks of a project, a group or the server.
import type { Database } from "../db/database.ts";
import {
  findHookEvents,
  findHookProjects,
  type HookEventRow,
  type HookProjectRow,
} from "../db/queries/hooks/events.ts";
import { findHooksOf, type HookOwner, type HookRow } from "../db/queries/hooks/hooks.ts";
import type { Repositories } from "../durable-objects/repositories.ts";
import type { EventPage } from "../events/consumer.ts";
import { headerFor, isFor, mayBeFor, topicFor } from "./messages.ts";
import type { PayloadContext, RequiredSetting, Topic } from "./topics/topic.ts";

/** A payload and the hooks that receive it. */
export interface Dispatch {
  readonly eventId: number;
  /** `X-Gitlab-Event` */
  readonly event: string;
  /** JSON; null when it could not be composed. */
  readonly body: string | null;
  /** The settings a hook must still have when the payload is sent. */
  readonly settings: readonly RequiredSetting[];
  readonly hookIds: readonly number[];
}

export interface HookEventPage extends EventPage {
  /** The owner's hooks as they are now. */
  readonly hooks: readonly HookRow[];
  readonly dispatches: readonly Dispatch[];
  /** @see EventPage */
  readonly failure: HookEventFailure | null;
}

export interface HookEventFailure {
  readonly eventId: number;
  readonly cause: unknown;
  /** Recorded in place of the payload, once the event is skipped. */
  readonly dispatch: Dispatch;
}

export interface PayloadSources {
  readonly db: Database;
  readonly repositories: Repositories;
}

/** Characters of payloads per page. */
const MOST_TEXT = 4_000_000;

/** An event some hook may receive. */
interface EventWithTopic {
  readonly event: HookEventRow;
  readonly topic: Topic;
}

/**
 * Reads events and composes their payloads, up to the first that fails.
 *
 * @param after the last event read before; null for the first time
 * @param limit events
 */
export async function readHookEvents(
  sources: PayloadSources,
  owner: HookOwner,
  after: number | null,
  limit: number,
): Promise<HookEventPage> {
  const [hooks, events] = await sources.db.batch(findHooksOf(owner), findHookEvents(owner, after, limit));
  const newest = hooks.at(-1);
  if (newest === undefined) return { hooks, dispatches: [], upTo: after, hasMore: false, failure: null };
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
      const failure = { eventId: event.id, cause, dispatch: withoutBody({ event, topic }, hooks) };
      return { hooks, dispatches, upTo, hasMore: true, failure };
    }
    upTo = event.id;
    if (text > MOST_TEXT) return { hooks, dispatches, upTo, hasMore: true, failure: null };
  }
  const hasMore = events.length === limit;
  return { hooks, dispatches, upTo: events.at(-1)?.id ?? after, hasMore, failure: null };
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

/** In one query, by id. */
async function projectsOf(
  db: Database,
  relevant: readonly EventWithTopic[],
): Promise<ReadonlyMap<number | null, HookProjectRow>> {
  const ids = new Set(relevant.flatMap(({ event }) => (event.project_id === null ? [] : [event.project_id])));
  if (ids.size === 0) return new Map();
  const [projects] = await db.batch(findHookProjects([...ids]));
  return new Map(projects.map((project) => [project.id, project]));
}
