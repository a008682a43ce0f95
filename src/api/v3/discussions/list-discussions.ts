// GET /projects/:id/merge_requests/:merge_request_id/discussions

import { type DiscussedNoteRow, listDiscussions as list } from "../../../db/queries/noteables/discussions.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { allMissing, mergeRequestKind } from "../../issuables.ts";
import { nameOf } from "../../merge-requests/with-merge-request.ts";
import { paged } from "../../response.ts";
import { mergeRequestParams } from "../merge-requests/merge-request-params.ts";
import { presentDiscussion } from "../presenters/discussion.ts";

const none = allMissing(() => notFound("Discussions"));

export const listDiscussions = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, ...paginationParams },
  response: paged(presentDiscussion),
  async handle(call) {
    const { merge_request_id } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const page = list(nameOf(call), perPage, offset);
    const { rows } = await mergeRequestKind.find(call, merge_request_id, none, ...page);
    const [notes, [count]] = rows;
    return paginate(call, { rows: byDiscussion(notes), total: count?.total ?? 0 }, ([id, discussed]) =>
      presentDiscussion({ id, notes: discussed }, call),
    );
  },
});

const byDiscussion = (notes: readonly DiscussedNoteRow[]): [number, DiscussedNoteRow[]][] => [
  ...Map.groupBy(notes, (note) => note.discussion_id),
];
