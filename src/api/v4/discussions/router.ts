// Routes of discussions on issues and merge requests.

import type { Endpoint } from "../../endpoint.ts";
import type { IssuableKind } from "../../issuables.ts";
import { noteEndpoints } from "../../notes/note-endpoints.ts";
import type { RouteTable } from "../../route-table.ts";
import { issueKind, mergeRequestKind } from "../issuable-kinds.ts";
import { noteDialect } from "../notes/note-dialect.ts";
import { createDiffDiscussion, createDiscussion } from "./create-discussion.ts";
import { createReply, updateDiscussedNote } from "./discussed-notes.ts";
import { inDiscussion } from "./discussion-params.ts";
import { getDiscussion, listDiscussions } from "./read-discussions.ts";
import { resolveDiscussion } from "./resolve-discussion.ts";

function routes(path: string, kind: IssuableKind, create: Endpoint, update?: Endpoint): RouteTable {
  const notes = noteEndpoints({ ...kind, params: inDiscussion(kind) }, noteDialect);
  const note = `${path}/discussions/:discussion_id/notes/:note_id` as const;
  return {
    [`GET ${path}/discussions`]: listDiscussions(kind),
    [`POST ${path}/discussions`]: create,
    [`GET ${path}/discussions/:discussion_id`]: getDiscussion(kind),
    [`POST ${path}/discussions/:discussion_id/notes`]: createReply(kind),
    [`GET ${note}`]: notes.get,
    [`PUT ${note}`]: update ?? notes.update,
    [`DELETE ${note}`]: notes.delete,
  };
}

const mergeRequest = "/projects/:id/merge_requests/:merge_request_iid";

export const discussionRoutes: RouteTable = {
  ...routes("/projects/:id/issues/:issue_iid", issueKind, createDiscussion(issueKind)),
  ...routes(mergeRequest, mergeRequestKind, createDiffDiscussion, updateDiscussedNote),
  [`PUT ${mergeRequest}/discussions/:discussion_id`]: resolveDiscussion,
};
