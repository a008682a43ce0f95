// GET .../notes: under /projects/:id/issues/:noteable_id and /projects/:id/merge_requests/:noteable_id

import { listNotes as listRows } from "../../../db/queries/noteables/notes.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { allMissing, type IssuableKind } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import { paged } from "../../response.ts";
import { presentNote } from "../presenters/note.ts";

const noNotes = allMissing(() => notFound("Notes"));

export const listNotes = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, ...paginationParams },
    response: paged(presentNote),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const statement = listRows(call.viewer, { type: kind.type, id: noteableName(kind, call) }, perPage, offset);
      const { issuable, rows } = await kind.find(call, kind.idOf(call.params), noNotes, statement);
      const [notes] = rows;
      const references = notes[0]?.visible_references ?? 0;
      const total = issuable.user_notes_count + issuable.system_notes_count + references;
      const page = { rows: notes.filter((note) => note.id !== null), total };
      return paginate(call, page, presentNote);
    },
  });
