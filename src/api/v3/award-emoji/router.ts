// Routes of award emoji on issues, merge requests and their notes.
import type { RouteTable } from "../../route-table.ts";
import { issueKind, mergeRequestKind } from "../issuables.ts";
import { awardEndpoints } from "./award-endpoints.ts";
import { issuableAwardable, noteAwardable } from "./awardables.ts";

const issue = awardEndpoints(issuableAwardable(issueKind));
const note = awardEndpoints(noteAwardable(issueKind));
const mergeRequest = awardEndpoints(issuableAwardable(mergeRequestKind));
const mergeRequestNote = awardEndpoints(noteAwardable(mergeRequestKind));

export const awardEmojiRoutes: RouteTable = {
  "GET /projects/:id/issues/:issue_id/award_emoji": issue.list,
  "POST /projects/:id/issues/:issue_id/award_emoji": issue.give,
  "GET /projects/:id/issues/:issue_id/award_emoji/:award_id": issue.get,
  "DELETE /projects/:id/issues/:issue_id/award_emoji/:award_id": issue.revoke,
  "GET /projects/:id/issues/:issue_id/notes/:note_id/award_emoji": note.list,
  "POST /projects/:id/issues/:issue_id/notes/:note_id/award_emoji": note.give,
  "GET /projects/:id/issues/:issue_id/notes/:note_id/award_emoji/:award_id": note.get,
  "DELETE /projects/:id/issues/:issue_id/notes/:note_id/award_emoji/:award_id": note.revoke,
  "GET /projects/:id/merge_requests/:merge_request_id/award_emoji": mergeRequest.list,
  "POST /projects/:id/merge_requests/:merge_request_id/award_emoji": mergeRequest.give,
  "GET /projects/:id/merge_requests/:merge_request_id/award_emoji/:award_id": mergeRequest.get,
  "DELETE /projects/:id/merge_requests/:merge_request_id/award_emoji/:award_id": mergeRequest.revoke,
  "GET /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji": mergeRequestNote.list,
  "POST /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji": mergeRequestNote.give,
  "GET /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji/:award_id": mergeRequestNote.get,
  "DELETE /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji/:award_id": mergeRequestNote.revoke,
};
