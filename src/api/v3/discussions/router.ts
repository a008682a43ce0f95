// Routes of discussions on merge requests.
import type { RouteTable } from "../../route-table.ts";
import { createDiscussion } from "./create-discussion.ts";
import { createReply } from "./create-reply.ts";
import { getDiscussion } from "./get-discussion.ts";
import { listDiscussions } from "./list-discussions.ts";
import { resolveDiscussion } from "./resolve-discussion.ts";

export const discussionRoutes: RouteTable = {
  "GET /projects/:id/merge_requests/:merge_request_id/discussions": listDiscussions,
  "POST /projects/:id/merge_requests/:merge_request_id/discussions": createDiscussion,
  "GET /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id": getDiscussion,
  "PUT /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id": resolveDiscussion,
  "POST /projects/:id/merge_requests/:merge_request_id/discussions/:discussion_id/notes": createReply,
};
