// Which hooks receive which events.

import type { HookEventRow } from "../db/queries/hooks/events.ts";
import type { HookOwner, HookRow } from "../db/queries/hooks/hooks.ts";
import { buildTopics } from "./topics/builds.ts";
import { emojiTopics } from "./topics/emoji.ts";
import { issueTopics } from "./topics/issues.ts";
import { mergeRequestTopics } from "./topics/merge-requests.ts";
import { milestoneTopics } from "./topics/milestones.ts";
import { noteTopics } from "./topics/notes.ts";
import { pushTopics } from "./topics/pushes.ts";
import { releaseTopics } from "./topics/releases.ts";
import { systemTopics } from "./topics/system.ts";
import type { HookMessage, RequiredSetting, Topic } from "./topics/topic.ts";
import { matchesWildcard } from "./wildcard.ts";

/** By kind of event, for events in projects. Kinds in neither map concern no hook. */
const projectTopics: ReadonlyMap<string, Topic> = new Map(
  Object.entries({
    ...pushTopics,
    ...issueTopics,
    ...mergeRequestTopics,
    ...noteTopics,
    ...buildTopics,
    ...releaseTopics,
    ...milestoneTopics,
    ...emojiTopics,
  }),
);

/** Events of the server: only system hooks receive them, whatever their settings. */
const serverTopics: ReadonlyMap<string, Topic> = new Map(Object.entries(systemTopics));

/** The topic that composes an event's message; undefined when it concerns none of the owner's hooks. */
export function topicFor(owner: HookOwner, event: HookEventRow, hooks: readonly HookRow[]): Topic | undefined {
  if (event.superseded === 1) return undefined;
  const topic = projectTopics.get(event.kind);
  if (topic === undefined) return owner.kind === "server" ? serverTopics.get(event.kind) : undefined;
  return hooks.some((hook) => topic.composedForAnyOf.some((setting) => hook[setting] === 1)) ? topic : undefined;
}

/** True if the hook receives the message. */
export const isFor = (hook: HookRow, event: HookEventRow, { settings, branch }: HookMessage): boolean =>
  event.id > hook.after_event_id && isSetTo(hook, settings) && (branch === undefined || isForBranch(hook, branch));

function isForBranch({ push_events_branch_filter: filter, branch_filter_strategy }: HookRow, branch: string): boolean {
  return branch_filter_strategy === "all_branches" || !filter || matchesWildcard(filter, branch);
}

/** As {@link isFor}, before the message is composed: true if the hook may receive it. */
export const mayBeFor = (hook: HookRow, event: HookEventRow, { composedForAnyOf }: Topic): boolean =>
  event.id > hook.after_event_id &&
  (composedForAnyOf.length === 0 || composedForAnyOf.some((setting) => hook[setting] === 1));

/** A hook must have all settings of a message. */
export const isSetTo = (hook: HookRow, settings: readonly RequiredSetting[]): boolean =>
  settings.every((required) => [required].flat().some((setting) => hook[setting] === 1));

/** `X-Gitlab-Event`: always "System Hook" for the hooks of the server. */
export const headerFor = ({ kind }: HookOwner, { event }: HookMessage): string =>
  kind === "server" ? "System Hook" : event;
