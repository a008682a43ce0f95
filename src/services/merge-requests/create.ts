// Proposes a branch to be merged. The iid is taken first, then git is asked what it is about, and only then is there a
// merge request: with its first version or not at all. What comes to an end between leaves an iid that nothing has.
import { setLabels } from "../../db/queries/label-links.ts";
import { insertFirstVersion } from "../../db/queries/merge-request-versions.ts";
import {
  type Branches,
  findCreatedMergeRequest,
  findTwin,
  insertMergeRequest,
  mergeRequestIdOf,
  reserveIid,
  type SingleMergeRequest,
} from "../../db/queries/merge-requests.ts";
import { keyOfId } from "../../db/queries/projects.ts";
import type { AnyTargetKey } from "../../db/queries/targets.ts";
import { insertAssignmentTodo } from "../../db/queries/todos.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../events.ts";
import { ensureLabels } from "../labels/ensure.ts";
import { targetTextEffects } from "../texts/effects.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkMergeRequest, isLoop } from "./attributes.ts";
import { proposeVersion, renewVersion } from "./versions.ts";

export interface NewMergeRequestWish extends Branches {
  readonly title: string;
  readonly description: string | null;
  /** Somebody who may read the target's merge requests. */
  readonly assigneeId: number | null;
  /** One of the target's, or it is none. */
  readonly milestoneId: number | null;
  /** Titles; what is not there yet is made. */
  readonly labels: readonly string[];
  readonly forceRemoveSourceBranch: Flag | null;
}

export type CreateMergeRequestOutcome =
  | { kind: "created"; mergeRequest: SingleMergeRequest }
  | { kind: "same_branch" }
  | { kind: "not_a_fork" }
  /** There is an open one of the same branches. */
  | { kind: "twin"; title: string }
  | { kind: "invalid"; errors: FieldErrors }
  /** The fork has more than can be taken over. */
  | { kind: "too_large" }
  | { kind: "project_gone" };

/** @param forkedFromId of the source project */
export async function createMergeRequest(
  context: VerbContext,
  forkedFromId: number | null,
  given: NewMergeRequestWish,
): Promise<CreateMergeRequestOutcome> {
  const wish = { ...given, title: given.title.trim() };
  const { source_project_id, project_id, title, source_branch, target_branch, description } = wish;
  if (isLoop(wish)) return { kind: "same_branch" };
  if (source_project_id !== project_id && forkedFromId !== project_id) return { kind: "not_a_fork" };
  const errors = checkMergeRequest({ title, source_branch, target_branch, description });
  if (hasErrors(errors)) return (await twinOf(context, wish)) ?? { kind: "invalid", errors };
  const [[reserved], [twin]] = await context.db.batch(reserveIid(wish, context.now), findTwin(wish));
  if (reserved === undefined) return twin ? { kind: "twin", title: twin.title } : { kind: "project_gone" };
  const { iid, source_push } = reserved;
  const version = await proposeVersion(context, { ...wish, iid });
  if (version === null) return { kind: "too_large" };
  const id = mergeRequestIdOf(project_id, iid);
  const mergeRequest = { type: "MergeRequest", id, project_id } as const;
  const attempt = await context.db.change(
    [
      insertMergeRequest({
        ...wish,
        iid,
        author_id: context.actorId,
        assignee_id: wish.assigneeId,
        milestone_id: wish.milestoneId,
        force_remove_source_branch: wish.forceRemoveSourceBranch,
        head_sha: version.head,
        created_at: context.now,
      }),
      insertFirstVersion(id, version, context.now),
      ...accompany(context, mergeRequest, wish),
    ],
    findCreatedMergeRequest(context.viewer, keyOfId(project_id), iid),
  );
  if (attempt.violated === "merge_requests_twin_key") return (await twinOf(context, wish)) ?? { kind: "project_gone" };
  const row = attempt.violated === undefined ? attempt.row : undefined;
  if (row === undefined || row.id === null) return { kind: "project_gone" };
  // A push that was recorded meanwhile did not find it.
  const current = row.source_push === source_push ? row : await renewVersion(context, row);
  return current === null ? { kind: "project_gone" } : { kind: "created", mergeRequest: current };
}

async function twinOf({ db }: VerbContext, branches: Branches): Promise<{ kind: "twin"; title: string } | null> {
  const [[twin]] = await db.batch(findTwin(branches));
  return twin === undefined ? null : { kind: "twin", title: twin.title };
}

/** What comes into the world with a merge request. */
function accompany(context: VerbContext, target: AnyTargetKey, wish: NewMergeRequestWish): Statement[] {
  const { labels, assigneeId } = wish;
  const { project_id, id: target_id } = target;
  return [
    ...(labels.length === 0
      ? []
      : [...ensureLabels(context, project_id, labels), ...setLabels(target, JSON.stringify(labels))]),
    ...(assigneeId === null || assigneeId === context.actorId ? [] : [insertAssignmentTodo(target, context)]),
    ...targetTextEffects(context, target, wish),
    recordEvent(context, { kind: "merge_request_opened", project_id, target_id }),
  ];
}
