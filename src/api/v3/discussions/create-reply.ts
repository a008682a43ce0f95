// POST /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id/notes

import { findDiscussionId } from "../../../db/queries/noteables/discussions.ts";
import { text } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { replyToDiscussion } from "../../../services/discussions/create.ts";
import { textEntities } from "../../../services/issuables/look-up.ts";
import { endpoint } from "../../endpoint.ts";
import { mergeRequestKind, requireUnlocked } from "../../issuables.ts";
import { nameOf } from "../../merge-requests/with-merge-request.ts";
import { refusals } from "../../refusals.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { lookUpNote } from "../notes/look-up-note.ts";
import { presentDiscussedNote } from "../presenters/discussion.ts";
import { discussionParams, noDiscussion, withDiscussion } from "./with-discussion.ts";

export const createReply = endpoint({
  access: { project: "read_merge_request" },
  params: { ...discussionParams, body: required(text) },
  response: one(presentDiscussedNote),
  async handle(call) {
    const body = call.params.body ?? "";
    const lookups = lookUpNote(call, mergeRequestKind, nameOf(call), body);
    const { actor, issuable, id, also } = await withDiscussion(call, findDiscussionId, ...lookups);
    requireUnlocked({ actor, issuable });
    const outcome = await replyToDiscussion(verbContext(call, actor), issuable, id, {
      body,
      entities: textEntities(also),
    });
    return respond(outcome, {
      ...refusals,
      created: ({ note }) => presentDiscussedNote(note, call),
      gone: noDiscussion,
    });
  },
});
