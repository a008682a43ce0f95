// Notes on issues.
import type { RouteTable } from "../../http/route-table.ts";
import { issueTarget } from "../targets.ts";
import { noteEndpoints } from "./note-endpoints.ts";

const issue = noteEndpoints(issueTarget);

export const noteRoutes: RouteTable = {
  "GET /projects/:id/issues/:noteable_id/notes": issue.list,
  "POST /projects/:id/issues/:noteable_id/notes": issue.create,
  "GET /projects/:id/issues/:noteable_id/notes/:note_id": issue.get,
  "PUT /projects/:id/issues/:noteable_id/notes/:note_id": issue.update,
  "DELETE /projects/:id/issues/:noteable_id/notes/:note_id": issue.delete,
};
