// Routes of award emoji on issues, merge requests and their notes.

import { awardEndpoints } from "../../award-emoji/award-endpoints.ts";
import { type AwardableKind, issuableAwardable, noteAwardable } from "../../award-emoji/awardables.ts";
import { issueKind, mergeRequestKind } from "../../issuables.ts";
import { one } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentAward } from "../presenters/award-emoji.ts";

const endpoints = (kind: AwardableKind) =>
  awardEndpoints(kind, presentAward, { response: one(presentAward), answer: presentAward });

export const issueAwards = endpoints(issuableAwardable(issueKind));
export const issueNoteAwards = endpoints(noteAwardable(issueKind));
export const mergeRequestAwards = endpoints(issuableAwardable(mergeRequestKind));
export const mergeRequestNoteAwards = endpoints(noteAwardable(mergeRequestKind));

export const awardEmojiRoutes: RouteTable = {
  "GET /projects/:id/issues/:issue_id/award_emoji": issueAwards.list,
  "POST /projects/:id/issues/:issue_id/award_emoji": issueAwards.give,
  "GET /projects/:id/issues/:issue_id/award_emoji/:award_id": issueAwards.get,
  "DELETE /projects/:id/issues/:issue_id/award_emoji/:award_id": issueAwards.revoke,
  "GET /projects/:id/issues/:issue_id/notes/:note_id/award_emoji": issueNoteAwards.list,
  "POST /projects/:id/issues/:issue_id/notes/:note_id/award_emoji": issueNoteAwards.give,
  "GET /projects/:id/issues/:issue_id/notes/:note_id/award_emoji/:award_id": issueNoteAwards.get,
  "DELETE /projects/:id/issues/:issue_id/notes/:note_id/award_emoji/:award_id": issueNoteAwards.revoke,
  "GET /projects/:id/merge_requests/:merge_request_id/award_emoji": mergeRequestAwards.list,
  "POST /projects/:id/merge_requests/:merge_request_id/award_emoji": mergeRequestAwards.give,
  "GET /projects/:id/merge_requests/:merge_request_id/award_emoji/:award_id": mergeRequestAwards.get,
  "DELETE /projects/:id/merge_requests/:merge_request_id/award_emoji/:award_id": mergeRequestAwards.revoke,
  "GET /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji": mergeRequestNoteAwards.list,
  "POST /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji": mergeRequestNoteAwards.give,
  "GET /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji/:award_id": mergeRequestNoteAwards.get,
  "DELETE /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji/:award_id":
    mergeRequestNoteAwards.revoke,
};
