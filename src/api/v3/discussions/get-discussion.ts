// GET /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id

import { findDiscussion } from "../../../db/queries/noteables/discussions.ts";
import { endpoint } from "../../endpoint.ts";
import { one } from "../../response.ts";
import { presentDiscussion } from "../presenters/discussion.ts";
import { discussionParams, withDiscussion } from "./with-discussion.ts";

export const getDiscussion = endpoint({
  access: { project: "read_merge_request" },
  params: discussionParams,
  response: one(presentDiscussion),
  async handle(call) {
    const { id, rows } = await withDiscussion(call, findDiscussion);
    return presentDiscussion({ id, notes: rows }, call);
  },
});
