// The payload of a push to a branch or a tag.
import type { HookEventRow } from "../../db/queries/hooks/events.ts";
import type { PushedCommits, PushedRef } from "../../git/operations/pushed-commits.ts";
import { describeCommit } from "./commit.ts";
import { describeFullRepository, describeProject, NO_OBJECT, type PayloadProject } from "./frame.ts";

export function pushPayload(
  kind: "push" | "tag_push",
  project: PayloadProject,
  event: HookEventRow,
  { ref, before, after }: PushedRef,
  pushed: PushedCommits,
) {
  return {
    object_kind: kind,
    event_name: kind,
    before: before ?? NO_OBJECT,
    after: after ?? NO_OBJECT,
    ref,
    checkout_sha: pushed.checkout,
    message: pushed.message,
    user_id: event.actor_id,
    user_name: event.actor_name,
    user_username: event.actor_username,
    user_email: event.actor_email,
    user_avatar: null,
    project_id: project.row.id,
    project: describeProject(project),
    commits: pushed.commits.map((commit) => ({
      ...describeCommit(project, commit),
      added: commit.added,
      modified: commit.modified,
      removed: commit.removed,
    })),
    total_commits_count: pushed.total,
    push_options: noOptions(),
    repository: describeFullRepository(project),
  };
}

const noOptions = (): Record<string, never> => ({});
