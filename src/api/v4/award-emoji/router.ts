// Routes of award emoji on issues, merge requests and their notes.

import { awardEndpoints } from "../../award-emoji/award-endpoints.ts";
import { type AwardableKind, issuableAwardable, noteAwardable } from "../../award-emoji/awardables.ts";
import { noContent } from "../../endpoint.ts";
import { empty } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { issueKind, mergeRequestKind } from "../issuable-kinds.ts";
import { presentAward } from "../presenters/award-emoji.ts";

function routes(path: string, kind: AwardableKind): RouteTable {
  const endpoints = awardEndpoints(kind, presentAward, { response: empty(204), answer: noContent });
  return {
    [`GET ${path}/award_emoji`]: endpoints.list,
    [`POST ${path}/award_emoji`]: endpoints.give,
    [`GET ${path}/award_emoji/:award_id`]: endpoints.get,
    [`DELETE ${path}/award_emoji/:award_id`]: endpoints.revoke,
  };
}

const issue = "/projects/:id/issues/:issue_iid";
const mergeRequest = "/projects/:id/merge_requests/:merge_request_iid";

export const awardEmojiRoutes: RouteTable = {
  ...routes(issue, issuableAwardable(issueKind)),
  ...routes(`${issue}/notes/:note_id`, noteAwardable(issueKind)),
  ...routes(mergeRequest, issuableAwardable(mergeRequestKind)),
  ...routes(`${mergeRequest}/notes/:note_id`, noteAwardable(mergeRequestKind)),
};
