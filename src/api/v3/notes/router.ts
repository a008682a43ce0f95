// Routes of notes on issues and merge requests.
import type { RouteTable } from "../../route-table.ts";
import { issueKind, mergeRequestKind } from "../issuables.ts";
import { noteEndpoints } from "./note-endpoints.ts";

const issue = noteEndpoints(issueKind);
const mergeRequest = noteEndpoints(mergeRequestKind);

export const noteRoutes: RouteTable = {
  "GET /projects/:id/issues/:noteable_id/notes": issue.list,
  "POST /projects/:id/issues/:noteable_id/notes": issue.create,
  "GET /projects/:id/issues/:noteable_id/notes/:note_id": issue.get,
  "PUT /projects/:id/issues/:noteable_id/notes/:note_id": issue.update,
  "DELETE /projects/:id/issues/:noteable_id/notes/:note_id": issue.delete,
  "GET /projects/:id/merge_requests/:noteable_id/notes": mergeRequest.list,
  "POST /projects/:id/merge_requests/:noteable_id/notes": mergeRequest.create,
  "GET /projects/:id/merge_requests/:noteable_id/notes/:note_id": mergeRequest.get,
  "PUT /projects/:id/merge_requests/:noteable_id/notes/:note_id": mergeRequest.update,
  "DELETE /projects/:id/merge_requests/:noteable_id/notes/:note_id": mergeRequest.delete,
};
