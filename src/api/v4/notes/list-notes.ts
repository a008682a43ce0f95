// GET .../notes: under /projects/:id/issues/:issue_iid and /projects/:id/merge_requests/:merge_request_iid

import { listOrderedNotes } from "../../../db/queries/noteables/notes.ts";
import { oneOf } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { withDefault } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { allMissing, type Issuable, type IssuableKind } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import { paged } from "../../response.ts";
import { presentNote } from "../presenters/note.ts";

const noNotes = allMissing(() => notFound("Notes"));

const orderParams = {
  order_by: withDefault<"created_at" | "updated_at">(oneOf("created_at", "updated_at"), "created_at"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  activity_filter: withDefault<"all_notes" | "only_comments" | "only_activity">(
    oneOf("all_notes", "only_comments", "only_activity"),
    "all_notes",
  ),
};

export const listNotes = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, ...orderParams, ...paginationParams },
    response: paged(presentNote),
    async handle(call) {
      const { order_by: order, sort, activity_filter: activity } = call.params;
      const { perPage, offset } = pageOf(call.params);
      const noteable = { type: kind.type, id: noteableName(kind, call) };
      const statement = listOrderedNotes(call.viewer, noteable, { order, sort, activity }, perPage, offset);
      const { issuable, rows } = await kind.find(call, kind.idOf(call.params), noNotes, statement);
      const [notes] = rows;
      const total = counted[activity](issuable, notes[0]?.visible_references ?? 0);
      const shown = notes.flatMap((note) => (note.id === null ? [] : [{ ...note, noteable_iid: issuable.iid }]));
      return paginate(call, { rows: shown, total }, presentNote);
    },
  });

/** The numbers of notes. Those that name another issuable are the server's. */
const counted = {
  all_notes: (issuable: Issuable, references: number) =>
    issuable.user_notes_count + counted.only_activity(issuable, references),
  only_comments: ({ user_notes_count }: Issuable) => user_notes_count,
  only_activity: ({ system_notes_count }: Issuable, references: number) => system_notes_count + references,
};
