// The loader of endpoints of one discussion.
import type { Rows } from "../../../db/database.ts";
import type { IssuableName } from "../../../db/queries/issuables/issuable-key.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import type { Call } from "../../endpoint.ts";
import { allMissing, type Issuable, mergeRequestKind } from "../../issuables.ts";
import { nameOf } from "../../merge-requests/with-merge-request.ts";
import { type Actor, restOf } from "../../require.ts";
import { mergeRequestParams } from "../merge-requests/merge-request-params.ts";

export const discussionParams = { ...mergeRequestParams, discussion_id: required(integer) };

export const noDiscussion = () => notFound("Discussion");

export interface FoundDiscussion<Row, S extends readonly Statement[]> {
  readonly actor: Actor;
  readonly issuable: Issuable;
  readonly id: number;
  /** Rows of `find`, at least one. */
  readonly rows: readonly Row[];
  /** Rows of the statements in `also`. */
  readonly also: Rows<S>;
}

/**
 * The discussion named by the path. The same 404 for a hidden merge request and for a missing discussion.
 *
 * @param find returns no row if the merge request does not have the discussion
 */
export async function withDiscussion<Row, const S extends readonly Statement[]>(
  call: Call<typeof discussionParams>,
  find: (mergeRequest: IssuableName, discussionId: number) => Statement<Row>,
  ...also: S
): Promise<FoundDiscussion<Row, S>> {
  const { merge_request_id, discussion_id } = call.params;
  const id = discussion_id ?? 0;
  const { actor, issuable, rows } = await mergeRequestKind.find(
    call,
    merge_request_id,
    allMissing(noDiscussion),
    find(nameOf(call), id),
    ...also,
  );
  const [found, ...rest] = rows;
  if (found.length === 0) throw noDiscussion();
  return { actor, issuable, id, rows: found, also: restOf<S>(rest) };
}
