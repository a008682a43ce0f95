// The discussions of a merge request that a new issue follows up, if the request names one.
import { type FollowedRow, findOpenDiscussions } from "../../db/queries/noteables/discussions.ts";
import type { ProjectKey } from "../../db/queries/projects/row.ts";
import type { Statement } from "../../db/statement.ts";
import { notFound } from "../../http/errors.ts";
import { canDiscuss, canResolveDiscussions, canUpdateMergeRequest } from "../../permissions/abilities.ts";
import { describeDiscussions } from "../../services/discussions/checklist.ts";
import type { FollowUp } from "../../services/discussions/resolve.ts";
import type { Call } from "../endpoint.ts";
import type { Actor } from "../require.ts";

/** Number of discussions that an issue follows up; the oldest ones come first. */
const MOST_FOLLOWED = 1_000;

export interface Followed {
  /** Lists the discussions and names the merge request. */
  readonly description: string;
  /** null if the actor may not resolve discussions, or none is open. */
  readonly followUp: FollowUp | null;
}

/** Statements that read the open discussions of the merge request with this iid. */
export const findFollowed = (
  call: Call,
  project: ProjectKey,
  iid: number | null | undefined,
): readonly Statement<FollowedRow>[] =>
  iid == null ? [] : [findOpenDiscussions(call.viewer, project, iid, MOST_FOLLOWED)];

/**
 * Returns null if the viewer sees no such merge request.
 *
 * @throws ApiError 404 if `only` names none of the open discussions
 * @param rows of {@link findFollowed}
 * @param only the thread of the only discussion to follow; all of them if it is not given
 */
export function followedBy(
  actor: Actor,
  project: { readonly project_id: number; readonly access_level: number },
  rows: readonly FollowedRow[] = [],
  only?: number | null,
): Followed | null {
  const [viewerRow] = rows;
  if (viewerRow === undefined) return null;
  const chosen = only == null ? rows : rows.filter(({ thread_id }) => thread_id === only);
  if (chosen.length === 0) throw notFound("Discussion");
  const discussions = chosen.flatMap(({ discussion_id: id, first_author: author, first_text: text }) =>
    id === null || author === null || text === null ? [] : [{ id, author, text }],
  );
  const { archived } = viewerRow;
  const { access_level } = project;
  const editable = canUpdateMergeRequest(actor, viewerRow, { access_level, archived });
  const canResolve =
    discussions.length > 0 &&
    canDiscuss(actor, viewerRow, access_level) &&
    canResolveDiscussions(actor, { ...viewerRow, editable }, access_level);
  return {
    description: describeDiscussions(viewerRow.iid, discussions),
    followUp: canResolve
      ? {
          mergeRequest: { type: "MergeRequest", id: viewerRow.merge_request_id, project_id: project.project_id },
          discussionIds: discussions.map(({ id }) => id),
        }
      : null,
  };
}
