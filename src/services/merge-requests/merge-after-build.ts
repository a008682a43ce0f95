// Effects of a finished pipeline on merge requests: success merges those that wait for it.

import type { PipelineKey } from "../../db/queries/commits/statuses.ts";
import { findMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import {
  findWaitingFor,
  insertBuildFailedTodos,
  insertUnmergeableTodo,
} from "../../db/queries/merge-requests/merges.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { findUserById } from "../../db/queries/users/users.ts";
import { actingLevel } from "../../permissions/abilities.ts";
import type { VerbContext } from "../verb.ts";
import { acceptMergeRequest } from "./accept.ts";
import { viewerOf } from "./record-merge.ts";

interface Waiting {
  readonly id: number;
  readonly project_id: number;
  /** The user who requested the automatic merge. */
  readonly merge_user_id: number;
}

/** A failed pipeline leaves them waiting. */
export async function insertFailedBuildTodos({ db, now }: VerbContext, pipeline: PipelineKey): Promise<void> {
  await db.batch(insertBuildFailedTodos(pipeline, now));
}

/** Those that cannot be merged keep waiting, and their users get a todo. */
export async function mergeAfterBuild(context: VerbContext, pipeline: PipelineKey): Promise<void> {
  const [waiting] = await context.db.batch(findWaitingFor(pipeline));
  for (const mergeRequest of waiting) await mergeWaiting(context, mergeRequest, pipeline.sha);
}

/** @param sha the commit that was built: nothing else is merged */
async function mergeWaiting(
  context: VerbContext,
  { id, project_id, merge_user_id: userId }: Waiting,
  sha: string,
): Promise<void> {
  const viewer = viewerOf(userId, context.now);
  const [[found], [user]] = await context.db.batch(
    findMergeRequest(viewer, keyOfId(project_id), id),
    findUserById(userId),
  );
  if (found === undefined || found.id === null || found.viewer_id === null || user === undefined) return;
  if (found.merge_when_build_succeeds !== 1 || found.head_sha !== sha) return;
  const level = actingLevel(found, found.access_level);
  const acceptContext = {
    ...context,
    viewer,
    actorId: userId,
    level,
    committer: { name: user.name, email: user.email },
  };
  const outcome = await acceptMergeRequest(acceptContext, found, {
    message: found.merge_message,
    squash: false,
    squashMessage: found.squash_message,
    shouldRemoveSourceBranch: found.should_remove_source_branch,
    whenBuildSucceeds: false,
    sha,
  });
  if (outcome.kind !== "merged") await context.db.batch(insertUnmergeableTodo(id, context.now));
}
