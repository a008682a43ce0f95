// POST /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id/notes
import { findDiscussionId } from "../../db/queries/discussions.ts";
import { text } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { invalidRecord } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { presentDiscussedNote } from "../../presenters/discussion.ts";
import { replyToDiscussion } from "../../services/discussions/create.ts";
import { verbContext } from "../context.ts";
import { discussionParams, noDiscussion, withDiscussion } from "./with-discussion.ts";

export const createReply = endpoint({
  access: { project: "read_merge_request" },
  params: { ...discussionParams, body: required(text) },
  async handle(call) {
    const { actor, target, id } = await withDiscussion(call, findDiscussionId);
    const outcome = await replyToDiscussion(verbContext(call, actor), target, id, call.params.body ?? "");
    switch (outcome.kind) {
      case "created":
        return presentDiscussedNote(outcome.note, call.baseUrl);
      case "invalid":
        throw invalidRecord(outcome.errors);
      case "gone":
        throw noDiscussion();
    }
  },
});
