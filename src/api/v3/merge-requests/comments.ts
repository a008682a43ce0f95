// GET, POST /projects/:id/merge_requests/:merge_request_id/comments, the older form of notes

import { listNotes } from "../../../db/queries/noteables/notes.ts";
import { text } from "../../../http/coerce.ts";
import { failedTo, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { required } from "../../../http/params.ts";
import { textEntities } from "../../../services/issuables/look-up.ts";
import { createNote } from "../../../services/notes/create.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { byRecord, mergeRequestKind, requireUnlocked } from "../../issuables.ts";
import { nameOf } from "../../merge-requests/with-merge-request.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { lookUpNote } from "../notes/look-up-note.ts";
import { presentComment } from "../presenters/note.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

const { type, find } = mergeRequestKind;

export const listComments = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, ...paginationParams },
  response: paged(presentComment),
  async handle(call) {
    const { merge_request_id } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const list = listNotes(call.viewer, { type, id: nameOf(call) }, perPage, offset);
    const { issuable, rows } = await find(call, merge_request_id, byRecord, list);
    const [notes] = rows;
    const total = issuable.user_notes_count + issuable.system_notes_count + (notes[0]?.visible_references ?? 0);
    const page = { rows: notes.filter((note) => note.id !== null), total };
    return paginate(call, page, presentComment);
  },
});

export const createComment = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, note: required(text) },
  response: one(presentComment),
  async handle(call) {
    const { merge_request_id } = call.params;
    const body = call.params.note ?? "";
    const lookups = lookUpNote(call, mergeRequestKind, nameOf(call), body);
    const { actor, issuable, rows } = await find(call, merge_request_id, byRecord, ...lookups);
    requireUnlocked({ actor, issuable });
    const params = { body, createdAt: null, entities: textEntities(rows) };
    const outcome = await createNote(verbContext(call, actor), issuable, params);
    return respond(outcome, {
      created: ({ note }) => presentComment(note, call),
      invalid: ({ errors }) => failedTo("save note", errors),
      gone: recordNotFound,
    });
  },
});
