// Routes of notes on issues and merge requests.

import { invalidRecord } from "../../../http/errors.ts";
import { type IssuableKind, issueKind, mergeRequestKind, namedBy } from "../../issuables.ts";
import { noteEndpoints } from "../../notes/note-endpoints.ts";
import { one } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentNote } from "../presenters/note.ts";
import { listNotes } from "./list-notes.ts";

const dialect = {
  present: presentNote,
  invalid: invalidRecord,
  deleted: { response: one(presentNote), answer: presentNote },
};

function endpoints(kind: IssuableKind) {
  const noteable = { ...kind, ...namedBy("noteable_id") };
  return { list: listNotes(noteable), ...noteEndpoints(noteable, dialect) };
}

export const issueNotes = endpoints(issueKind);
export const mergeRequestNotes = endpoints(mergeRequestKind);

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
