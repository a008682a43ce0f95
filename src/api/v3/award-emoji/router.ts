// Routes of award emoji on issues, merge requests and their notes.

import { issueKind, mergeRequestKind } from "../../issuables.ts";
import type { RouteTable } from "../../route-table.ts";
import { awardEndpoints } from "./award-endpoints.ts";
import { issuableAwardable, noteAwardable } from "./awardables.ts";

export const issueAwards = awardEndpoints(issuableAwardable(issueKind));
export const issueNoteAwards = awardEndpoints(noteAwardable(issueKind));
export const mergeRequestAwards = awardEndpoints(issuableAwardable(mergeRequestKind));
export const mergeRequestNoteAwards = awardEndpoints(noteAwardable(mergeRequestKind));

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
