// PUT /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id

import { findDiscussionId } from "../../../db/queries/noteables/discussions.ts";
import { boolean } from "../../../http/coerce.ts";
import { forbidden } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { canResolveDiscussions } from "../../../permissions/abilities.ts";
import { setResolved } from "../../../services/discussions/resolve.ts";
import { endpoint } from "../../endpoint.ts";
import { requireUnlocked } from "../../issuables.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentDiscussion } from "../presenters/discussion.ts";
import { discussionParams, noDiscussion, withDiscussion } from "./with-discussion.ts";

export const resolveDiscussion = endpoint({
  access: { project: "read_merge_request" },
  params: { ...discussionParams, resolved: required(boolean) },
  response: one(presentDiscussion),
  async handle(call) {
    const { actor, issuable, id } = await withDiscussion(call, findDiscussionId);
    requireUnlocked({ actor, issuable });
    if (!canResolveDiscussions(actor, issuable, issuable.access_level)) throw forbidden();
    const outcome = await setResolved(verbContext(call, actor), issuable, id, call.params.resolved === true);
    return respond(outcome, {
      done: ({ notes }) => presentDiscussion({ id, notes }, call),
      gone: noDiscussion,
    });
  },
});
