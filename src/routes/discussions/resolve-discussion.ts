// PUT /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id
import { findDiscussionId } from "../../db/queries/discussions.ts";
import { boolean } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { forbidden } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { canResolveDiscussions } from "../../permissions/abilities.ts";
import { presentDiscussion } from "../../presenters/discussion.ts";
import { setResolved } from "../../services/discussions/resolve.ts";
import { verbContext } from "../context.ts";
import { discussionParams, noDiscussion, withDiscussion } from "./with-discussion.ts";

export const resolveDiscussion = endpoint({
  access: { project: "read_merge_request" },
  params: { ...discussionParams, resolved: required(boolean) },
  async handle(call) {
    const { actor, target, id } = await withDiscussion(call, findDiscussionId);
    if (!canResolveDiscussions(actor, target, target.access_level)) throw forbidden();
    const outcome = await setResolved(verbContext(call, actor), target, id, call.params.resolved === true);
    switch (outcome.kind) {
      case "done":
        return presentDiscussion(id, outcome.notes, call.baseUrl);
      case "gone":
        throw noDiscussion();
    }
  },
});
