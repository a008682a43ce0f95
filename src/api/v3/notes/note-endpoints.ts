// GET, POST .../notes, GET, PUT and DELETE of one: under /projects/:id/issues/:noteable_id and
// /projects/:id/merge_requests/:noteable_id

import type { IssuableName } from "../../../db/queries/issuables/issuable-key.ts";
import { findMentionedInNote, findNote, listNotes, type NoteRow } from "../../../db/queries/noteables/notes.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer, text } from "../../../http/coerce.ts";
import { parseDateTime } from "../../../http/date-values.ts";
import { failedTo, forbidden, notFound, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { canOnProject } from "../../../permissions/abilities.ts";
import { textEntities } from "../../../services/issuables/look-up.ts";
import { createNote } from "../../../services/notes/create.ts";
import { deleteNote } from "../../../services/notes/delete.ts";
import { updateNote } from "../../../services/notes/update.ts";
import { type Call, endpoint, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { issuableId, issuableName } from "../../issuable-id.ts";
import { allMissing, type Issuable, type IssuableKind, requireUnlocked } from "../../issuables.ts";
import { refusals } from "../../refusals.ts";
import { type Actor, restOf } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentNote } from "../presenters/note.ts";
import { lookUpNote } from "./look-up-note.ts";

const noteableParams = { ...idParam, noteable_id: required(issuableId) };
const noteParams = { ...noteableParams, note_id: required(integer) };

const noNote = () => notFound("Note");
const noNotes = () => notFound("Notes");

type NoteableCall = Call<typeof noteableParams>;

const nameOf = ({ params }: NoteableCall): IssuableName => issuableName(params.id, params.noteable_id);

async function findOne<const S extends readonly Statement[]>(
  kind: IssuableKind,
  call: Call<typeof noteParams>,
  ...statements: S
) {
  const { noteable_id, note_id } = call.params;
  const find = findNote(call.viewer, { type: kind.type, id: nameOf(call) }, note_id ?? 0);
  const { actor, issuable, rows } = await kind.find(call, noteable_id, allMissing(noNote), find, ...statements);
  const [[note], ...also] = rows;
  if (note === undefined) throw recordNotFound();
  return { actor, issuable, note, also: restOf<S>(also) };
}

/** Admits the author, masters and up. */
async function findOwn<const S extends readonly Statement[]>(
  kind: IssuableKind,
  call: Call<typeof noteParams>,
  ...statements: S
) {
  const found = await findOne(kind, call, ...statements);
  if (!canAdminister(found.actor, found.issuable, found.note)) throw forbidden();
  requireUnlocked(found);
  return found;
}

const list = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...noteableParams, ...paginationParams },
    response: paged(presentNote),
    async handle(call) {
      const { noteable_id } = call.params;
      const { perPage, offset } = pageOf(call.params);
      const statement = listNotes(call.viewer, { type: kind.type, id: nameOf(call) }, perPage, offset);
      const { issuable, rows } = await kind.find(call, noteable_id, allMissing(noNotes), statement);
      const [notes] = rows;
      const references = notes[0]?.visible_references ?? 0;
      const total = issuable.user_notes_count + issuable.system_notes_count + references;
      const page = { rows: notes.filter((note) => note.id !== null), total };
      return paginate(call, page, presentNote);
    },
  });

const get = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: noteParams,
    response: one(presentNote),
    async handle(call) {
      const { note } = await findOne(kind, call);
      return presentNote(note, call);
    },
  });

const create = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    reproduction: { by: get(kind), idParam: "note_id" },
    params: { ...noteableParams, body: required(text), created_at: optional(text) },
    response: one(presentNote),
    async handle(call) {
      const { noteable_id, created_at } = call.params;
      const body = call.params.body ?? "";
      const lookups = lookUpNote(call, kind, nameOf(call), body);
      const { actor, issuable, rows } = await kind.find(call, noteable_id, allMissing(noNote), ...lookups);
      requireUnlocked({ actor, issuable });
      const outcome = await createNote(verbContext(call, actor), issuable, {
        body,
        entities: textEntities(rows),
        createdAt: canOnProject(actor, "set_dates", issuable.access_level) ? instantOf(created_at, call.now) : null,
      });
      return respond(outcome, {
        ...refusals,
        created: ({ note }) => presentNote(note, call),
        gone: noNote,
      });
    },
  });

const update = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    reproduction: { by: get(kind) },
    params: { ...noteParams, body: required(text) },
    response: one(presentNote),
    async handle(call) {
      const { note_id } = call.params;
      const body = call.params.body ?? "";
      const { actor, issuable, note, also } = await findOwn(
        kind,
        call,
        findMentionedInNote(note_id ?? 0),
        ...lookUpNote(call, kind, nameOf(call), body),
      );
      const [mentioned, ...found] = also;
      const outcome = await updateNote(verbContext(call, actor), issuable, note, {
        body,
        entities: textEntities(found),
        mentionedBefore: mentioned.map(({ user_id }) => user_id),
      });
      return respond(outcome, {
        updated: (result) => presentNote(result.note, call),
        unchanged: () => presentNote(note, call),
        invalid: ({ errors }) => failedTo("save note", errors),
        gone: recordNotFound,
      });
    },
  });

const remove = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: noteParams,
    response: one(presentNote),
    async handle(call) {
      const { actor, issuable, note } = await findOwn(kind, call);
      const outcome = await deleteNote(verbContext(call, actor), issuable, note);
      return respond(outcome, {
        deleted: () => presentNote(note, call),
        gone: recordNotFound,
      });
    },
  });

export const noteEndpoints = (kind: IssuableKind) => ({
  list: list(kind),
  get: get(kind),
  create: create(kind),
  update: update(kind),
  delete: remove(kind),
});

/** null for a text without a date: GitLab declares a string here, so that no text is refused. */
const instantOf = (given: string | null | undefined, now: string): string | null =>
  parseDateTime(given ?? "", new Date(now))?.instant ?? null;

const canAdminister = (actor: Actor, issuable: Issuable, note: NoteRow): boolean =>
  note.author_id === actor.viewer_id || canOnProject(actor, "admin_note", issuable.access_level);
