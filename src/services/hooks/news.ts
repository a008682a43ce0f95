// Reads a project's stream of events for its hooks.
import type { Database } from "../../db/database.ts";
import { findHookProject, findNews, type NewsRow } from "../../db/queries/hook-news.ts";
import { findHooksOf, type HookRow } from "../../db/queries/hooks.ts";
import type { Repositories } from "../../git/open.ts";
import { composeMessage, isFor, type MessageSources } from "./messages.ts";

/** A payload, and the hooks it goes to. */
export interface Dispatch {
  readonly eventId: number;
  /** `X-Gitlab-Event` */
  readonly event: string;
  /** JSON */
  readonly body: string;
  readonly hookIds: readonly number[];
}

export interface News {
  /** The project's hooks as they are now. */
  readonly hooks: readonly HookRow[];
  readonly dispatches: readonly Dispatch[];
  /** The event up to which the stream was read; null while nothing was. */
  readonly upTo: number | null;
  /** There is more behind it. */
  readonly hasMore: boolean;
}

const EVENTS_AT_ONCE = 50;

/** @param after the event up to which the stream was read before; null for the first time */
export async function readNews(
  { db, repositories }: { readonly db: Database; readonly repositories: Repositories },
  projectId: number,
  after: number | null,
): Promise<News> {
  const [hooks, [project], events] = await db.batch(
    findHooksOf(projectId),
    findHookProject(projectId),
    findNews(projectId, after, EVENTS_AT_ONCE),
  );
  const newest = hooks.at(-1);
  if (project === undefined || newest === undefined) {
    return { hooks: [], dispatches: [], upTo: after, hasMore: false };
  }
  const sources = { db, repositories, project: { row: project, origin: newest.origin } };
  const dispatches: Dispatch[] = [];
  for (const event of events) dispatches.push(...(await dispatch(sources, event, hooks)));
  return { hooks, dispatches, upTo: events.at(-1)?.id ?? after, hasMore: events.length === EVENTS_AT_ONCE };
}

async function dispatch(sources: MessageSources, news: NewsRow, hooks: readonly HookRow[]): Promise<Dispatch[]> {
  const message = await composeMessage(sources, news, hooks);
  if (message === null) return [];
  const hookIds = hooks.filter((hook) => isFor(hook, news, message)).map(({ id }) => id);
  if (hookIds.length === 0) return [];
  return [{ eventId: news.id, event: message.event, body: JSON.stringify(message.payload), hookIds }];
}
