// POST /projects/:id/merge_requests/:merge_request_id/discussions

import { text } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { createDiscussion as create } from "../../../services/discussions/create.ts";
import { textEntities } from "../../../services/issuables/look-up.ts";
import { endpoint } from "../../endpoint.ts";
import { allMissing, mergeRequestKind, requireUnlocked } from "../../issuables.ts";
import { nameOf } from "../../merge-requests/with-merge-request.ts";
import { refusals } from "../../refusals.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { mergeRequestParams } from "../merge-requests/merge-request-params.ts";
import { lookUpNote } from "../notes/look-up-note.ts";
import { presentDiscussion } from "../presenters/discussion.ts";
import { noDiscussion } from "./with-discussion.ts";

export const createDiscussion = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, body: required(text) },
  response: one(presentDiscussion),
  async handle(call) {
    const { merge_request_id } = call.params;
    const body = call.params.body ?? "";
    const { actor, issuable, rows } = await mergeRequestKind.find(
      call,
      merge_request_id,
      allMissing(noDiscussion),
      ...lookUpNote(call, mergeRequestKind, nameOf(call), body),
    );
    requireUnlocked({ actor, issuable });
    const outcome = await create(verbContext(call, actor), issuable, { body, entities: textEntities(rows) });
    return respond(outcome, {
      ...refusals,
      created: ({ note }) => presentDiscussion({ id: note.discussion_id, notes: [note] }, call),
      gone: noDiscussion,
    });
  },
});
