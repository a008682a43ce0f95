// Which events hooks are told of, and which hooks that is.

import type { HookEventRow } from "../db/queries/hooks/events.ts";
import type { HookOwner, HookRow } from "../db/queries/hooks/hooks.ts";
import { buildTopics } from "./topics/builds.ts";
import { issueTopics } from "./topics/issues.ts";
import { mergeRequestTopics } from "./topics/merge-requests.ts";
import { noteTopics } from "./topics/notes.ts";
import { pushTopics } from "./topics/pushes.ts";
import { systemTopics } from "./topics/system.ts";
import type { HookMessage, HookSetting, Topic } from "./topics/topic.ts";

/** By the kind of event: what happens in a project; what is in neither of these concerns no hook. */
const projectTopics: ReadonlyMap<string, Topic> = new Map(
  Object.entries({ ...pushTopics, ...issueTopics, ...mergeRequestTopics, ...noteTopics, ...buildTopics }),
);

/** What happens on the server, which only its own hooks hear of, whatever they are set to. */
const serverTopics: ReadonlyMap<string, Topic> = new Map(Object.entries(systemTopics));

/** How an event is told to some of an owner's hooks; undefined when it concerns none of them. */
export function topicFor(owner: HookOwner, event: HookEventRow, hooks: readonly HookRow[]): Topic | undefined {
  if (event.superseded === 1) return undefined;
  const topic = projectTopics.get(event.kind);
  if (topic === undefined) return owner.kind === "server" ? serverTopics.get(event.kind) : undefined;
  return hooks.some((hook) => topic.settings.some((setting) => hook[setting] === 1)) ? topic : undefined;
}

/** Whether a hook is to have the message of an event. */
export const isFor = (hook: HookRow, event: HookEventRow, { settings }: HookMessage): boolean =>
  event.id > hook.after_event_id && isSetTo(hook, settings);

/** Whether a hook may be to have it, as far as is known before it is composed. */
export const mayBeFor = (hook: HookRow, event: HookEventRow, { settings }: Topic): boolean =>
  event.id > hook.after_event_id && (settings.length === 0 || settings.some((setting) => hook[setting] === 1));

/** A message goes to the hooks that are set to all it asks for. */
export const isSetTo = (hook: HookRow, settings: readonly HookSetting[]): boolean =>
  settings.every((setting) => hook[setting] === 1);

/** `X-Gitlab-Event`: to the server's hooks everything is of one kind. */
export const headerFor = ({ kind }: HookOwner, { event }: HookMessage): string =>
  kind === "server" ? "System Hook" : event;
