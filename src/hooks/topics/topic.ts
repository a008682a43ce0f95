// How an event becomes a message: by a topic of its kind.
import type { Database } from "../../db/database.ts";
import type { HookEventRow } from "../../db/queries/hooks/events.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import type { PayloadProject } from "../payloads/frame.ts";

/** What a hook can be set to be told of. */
export type HookSetting =
  | "push_events"
  | "tag_push_events"
  | "issues_events"
  | "confidential_issues_events"
  | "merge_requests_events"
  | "note_events"
  | "build_events"
  | "pipeline_events";

export interface HookMessage {
  /** `X-Gitlab-Event`, but for the hooks of the server. */
  readonly event:
    | "Push Hook"
    | "Tag Push Hook"
    | "Issue Hook"
    | "Merge Request Hook"
    | "Note Hook"
    | "Build Hook"
    | "Pipeline Hook"
    | "System Hook";
  /** It is for the hooks that are set to all of these. */
  readonly settings: readonly HookSetting[];
  readonly payload: object;
}

export interface PayloadContext {
  readonly db: Database;
  readonly repositories: Repositories;
  /** In which it happened; null when it is gone, or it happened in none. */
  readonly project: PayloadProject | null;
}

/** Where something happened in a project. */
export interface MessageSources extends PayloadContext {
  readonly project: PayloadProject;
}

export interface Topic {
  /** Without a hook that is set to one of these there is nothing to compose. */
  readonly settings: readonly HookSetting[];
  /** Null when no hook is to be told of it, or what it speaks of is gone. */
  compose(context: PayloadContext, event: HookEventRow): Promise<HookMessage | null>;
}

/** A topic of what happens in a project, and is not told once that is gone. */
export const projectTopic = (
  settings: readonly HookSetting[],
  compose: (sources: MessageSources, event: HookEventRow, targetId: number) => Promise<HookMessage | null>,
): Topic => ({
  settings,
  async compose({ project, ...context }, event) {
    if (project === null || event.target_id === null) return null;
    return compose({ ...context, project }, event, event.target_id);
  },
});
