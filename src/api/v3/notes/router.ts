// Routes of notes on issues and merge requests.

import { issueKind, mergeRequestKind } from "../../issuables.ts";
import type { RouteTable } from "../../route-table.ts";
import { noteEndpoints } from "./note-endpoints.ts";

export const issueNotes = noteEndpoints(issueKind);
export const mergeRequestNotes = noteEndpoints(mergeRequestKind);

export const noteRoutes: RouteTable = {
  "GET /projects/:id/issues/:noteable_id/notes": issueNotes.list,
  "POST /projects/:id/issues/:noteable_id/notes": issueNotes.create,
  "GET /projects/:id/issues/:noteable_id/notes/:note_id": issueNotes.get,
  "PUT /projects/:id/issues/:noteable_id/notes/:note_id": issueNotes.update,
  "DELETE /projects/:id/issues/:noteable_id/notes/:note_id": issueNotes.delete,
  "GET /projects/:id/merge_requests/:noteable_id/notes": mergeRequestNotes.list,
  "POST /projects/:id/merge_requests/:noteable_id/notes": mergeRequestNotes.create,
  "GET /projects/:id/merge_requests/:noteable_id/notes/:note_id": mergeRequestNotes.get,
  "PUT /projects/:id/merge_requests/:noteable_id/notes/:note_id": mergeRequestNotes.update,
  "DELETE /projects/:id/merge_requests/:noteable_id/notes/:note_id": mergeRequestNotes.delete,
};
