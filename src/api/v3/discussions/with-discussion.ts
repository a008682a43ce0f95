// The loader the handlers of a discussion begin with.
import type { Rows } from "../../../db/database.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import type { Call } from "../../endpoint.ts";
import { type Actor, restOf } from "../../require.ts";
import { allMissing, type Issuable, mergeRequestKind } from "../issuables.ts";
import { mergeRequestParams } from "../merge-requests/merge-request-params.ts";

export const discussionParams = { ...mergeRequestParams, discussion_id: required(integer) };

export const noDiscussion = () => notFound("Discussion");

export interface FoundDiscussion<Row, S extends readonly Statement[]> {
  readonly actor: Actor;
  readonly issuable: Issuable;
  readonly id: number;
  /** Of what was asked of it, one at least. */
  readonly rows: readonly Row[];
  /** Of the statements that went along. */
  readonly also: Rows<S>;
}

/**
 * The discussion named by the path: one 404 for whatever of it may not be seen.
 * @param find answers no row for a discussion that the merge request does not have
 */
export async function withDiscussion<Row, const S extends readonly Statement[]>(
  call: Call<typeof discussionParams>,
  find: (mergeRequestId: number, discussionId: number) => Statement<Row>,
  ...also: S
): Promise<FoundDiscussion<Row, S>> {
  const { merge_request_id, discussion_id } = call.params;
  const id = discussion_id ?? 0;
  const { actor, issuable, rows } = await mergeRequestKind.find(
    call,
    merge_request_id,
    allMissing(noDiscussion),
    find(merge_request_id ?? 0, id),
    ...also,
  );
  const [found, ...rest] = rows;
  if (found.length === 0) throw noDiscussion();
  return { actor, issuable, id, rows: found, also: restOf<S>(rest) };
}
