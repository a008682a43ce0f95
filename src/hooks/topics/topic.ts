// Topics: each composes the messages of some kinds of events.
import type { Database } from "../../db/database.ts";
import type { HookEventRow } from "../../db/queries/hooks/events.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import type { PayloadProject } from "../payloads/frame.ts";

/** The event settings of a hook. */
export type HookSetting =
  | "push_events"
  | "tag_push_events"
  | "issues_events"
  | "confidential_issues_events"
  | "merge_requests_events"
  | "note_events"
  | "confidential_note_events"
  | "build_events"
  | "pipeline_events"
  | "releases_events"
  | "milestone_events"
  | "emoji_events";

/** A setting, or several of which one is enough. */
export type RequiredSetting = HookSetting | readonly HookSetting[];

export interface HookMessage {
  /** `X-Gitlab-Event`, except for system hooks. */
  readonly event:
    | "Push Hook"
    | "Tag Push Hook"
    | "Issue Hook"
    | "Merge Request Hook"
    | "Note Hook"
    | "Build Hook"
    | "Pipeline Hook"
    | "Release Hook"
    | "Milestone Hook"
    | "Emoji Hook"
    | "System Hook";
  /** A hook must have all of these to receive it. */
  readonly settings: readonly RequiredSetting[];
  /** The branch that was pushed: hooks may be set to some branches only. */
  readonly branch?: string;
  readonly payload: object;
}

export interface PayloadContext {
  readonly db: Database;
  readonly repositories: Repositories;
  /** The event's project; null when it is gone, or the event has none. */
  readonly project: PayloadProject | null;
}

/** As {@link PayloadContext}, with a project. */
export interface MessageSources extends PayloadContext {
  readonly project: PayloadProject;
}

export interface Topic {
  /** A message is composed only if some hook has at least one of these. Empty: always. */
  readonly composedForAnyOf: readonly HookSetting[];
  /** Null when no hook receives the event, or its subject is gone. */
  compose(context: PayloadContext, event: HookEventRow): Promise<HookMessage | null>;
}

/** A topic of events in a project; composes nothing once the project is gone. An event without a target has the id 0. */
export const projectTopic = (
  settings: readonly HookSetting[],
  compose: (sources: MessageSources, event: HookEventRow, targetId: number) => Promise<HookMessage | null>,
): Topic => ({
  composedForAnyOf: settings,
  async compose({ project, ...context }, event) {
    return project === null ? null : compose({ ...context, project }, event, event.target_id ?? 0);
  },
});
