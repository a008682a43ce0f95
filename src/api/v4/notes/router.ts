// Routes of notes on issues and merge requests.

import type { IssuableKind } from "../../issuables.ts";
import { noteEndpoints } from "../../notes/note-endpoints.ts";
import type { RouteTable } from "../../route-table.ts";
import { issueKind, mergeRequestKind } from "../issuable-kinds.ts";
import { listNotes } from "./list-notes.ts";
import { noteDialect } from "./note-dialect.ts";

function routes(path: string, kind: IssuableKind): RouteTable {
  const endpoints = noteEndpoints(kind, noteDialect);
  return {
    [`GET ${path}/notes`]: listNotes(kind),
    [`POST ${path}/notes`]: endpoints.create,
    [`GET ${path}/notes/:note_id`]: endpoints.get,
    [`PUT ${path}/notes/:note_id`]: endpoints.update,
    [`DELETE ${path}/notes/:note_id`]: endpoints.delete,
  };
}

export const noteRoutes: RouteTable = {
  ...routes("/projects/:id/issues/:issue_iid", issueKind),
  ...routes("/projects/:id/merge_requests/:merge_request_iid", mergeRequestKind),
};
