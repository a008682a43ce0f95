// POST .../notes, GET, PUT and DELETE of one: under issues and merge requests, in every version of the API

import type { IssuableName } from "../../db/queries/issuables/issuable-key.ts";
import { groupOf } from "../../db/queries/noteables/grouped-notes.ts";
import {
  findMentionedInNote,
  findNote,
  type PlacedNote,
  type ThreadedNoteRow,
} from "../../db/queries/noteables/notes.ts";
import type { Statement } from "../../db/statement.ts";
import { integer, text } from "../../http/coerce.ts";
import { parseDateTime } from "../../http/date-values.ts";
import { type ApiError, type FieldErrors, failedTo, forbidden, notFound, recordNotFound } from "../../http/errors.ts";
import { optional, type Params, required } from "../../http/params.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { textEntities } from "../../services/issuables/look-up.ts";
import { createNote } from "../../services/notes/create.ts";
import { deleteNote } from "../../services/notes/delete.ts";
import { updateNote } from "../../services/notes/update.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { issuableName } from "../issuable-id.ts";
import {
  allMissing,
  type Issuable,
  type IssuableKind,
  type IssuableParams,
  recordId,
  requireUnlocked,
} from "../issuables.ts";
import type { PresentRow } from "../presenter-context.ts";
import { type Actor, restOf } from "../require.ts";
import { respond } from "../respond.ts";
import { type EndpointResponse, one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { lookUpNote } from "./look-up-note.ts";

const noNote = () => notFound("Note");

/** What the versions of the API do not have in common. */
export interface NoteDialect<Body, Deleted> {
  readonly present: PresentRow<PlacedNote, Body>;
  /** Params of a new note besides `body` and `created_at`. */
  readonly newParams?: Params;
  invalid(errors: FieldErrors): ApiError;
  /** What DELETE responds with. */
  readonly deleted: { readonly response: EndpointResponse<Deleted>; readonly answer: PresentRow<PlacedNote, unknown> };
}

type NoteableCall = Call<IssuableParams>;

export const noteableName = (kind: IssuableKind, { params }: NoteableCall): IssuableName =>
  issuableName(params.id, kind.idOf(params));

const noteParams = (kind: IssuableKind) => ({ ...kind.params, note_id: required(integer) });

/** The note of the path. @throws ApiError 404 */
async function findOne<const S extends readonly Statement[]>(kind: IssuableKind, call: NoteableCall, ...statements: S) {
  const find = findNote(call.viewer, { type: kind.type, id: noteableName(kind, call) }, recordId(call.params.note_id));
  const found = await kind.find(call, kind.idOf(call.params), allMissing(noNote), find, ...statements);
  const [[note], ...also] = found.rows;
  if (note === undefined || !isInDiscussion(call, note)) throw recordNotFound();
  const { actor, issuable } = found;
  return { actor, issuable, note: { ...note, noteable_iid: issuable.iid }, also: restOf<S>(also) };
}

/** True also if the path names no discussion. */
const isInDiscussion = ({ params: { discussion_id } }: NoteableCall, note: ThreadedNoteRow): boolean =>
  discussion_id === undefined || discussion_id === groupOf(note);

/** Admits the author, masters and up. */
async function findOwn<const S extends readonly Statement[]>(kind: IssuableKind, call: NoteableCall, ...statements: S) {
  const found = await findOne(kind, call, ...statements);
  const { actor, issuable, note } = found;
  const isOwn = note.author_id === actor.viewer_id || canOnProject(actor, "admin_note", issuable.access_level);
  if (!isOwn) throw forbidden();
  requireUnlocked(found);
  return found;
}

const get = <Body>(kind: IssuableKind, { present }: NoteDialect<Body, unknown>) =>
  endpoint({
    access: kind.read,
    params: noteParams(kind),
    response: one(present),
    async handle(call) {
      const { note } = await findOne(kind, call);
      return present(note, call);
    },
  });

const create = <Body>(kind: IssuableKind, dialect: NoteDialect<Body, unknown>) =>
  endpoint({
    access: kind.read,
    reproduction: { by: get(kind, dialect), idParam: "note_id" },
    params: { ...kind.params, body: required(text), created_at: optional(text), ...dialect.newParams },
    recalls: { except: ["user_notes_count", "system_notes_count"] },
    response: one(dialect.present),
    async handle(call) {
      const body = call.params.body ?? "";
      const lookups = lookUpNote(call, kind, noteableName(kind, call), body);
      const { actor, issuable, rows } = await kind.find(call, kind.idOf(call.params), allMissing(noNote), ...lookups);
      requireUnlocked({ actor, issuable });
      const outcome = await createNote(verbContext(call, actor), issuable, {
        body,
        entities: textEntities(rows),
        createdAt: createdAt(call, actor, issuable, call.params.created_at),
      });
      return respond(outcome, {
        created: ({ note }) => dialect.present({ ...note, noteable_iid: issuable.iid }, call),
        invalid: ({ errors }) => dialect.invalid(errors),
        gone: noNote,
      });
    },
  });

const update = <Body>(kind: IssuableKind, dialect: NoteDialect<Body, unknown>) =>
  endpoint({
    access: kind.read,
    reproduction: { by: get(kind, dialect) },
    params: { ...noteParams(kind), body: required(text) },
    response: one(dialect.present),
    handle: (call) => updateBody(kind, dialect, call, call.params.body ?? ""),
  });

/** Changes the body of the note of the path. */
export async function updateBody<Body>(
  kind: IssuableKind,
  { present }: NoteDialect<Body, unknown>,
  call: NoteableCall,
  body: string,
): Promise<unknown> {
  const { actor, issuable, note, also } = await findOwn(
    kind,
    call,
    findMentionedInNote(recordId(call.params.note_id)),
    ...lookUpNote(call, kind, noteableName(kind, call), body),
  );
  const [mentioned, ...found] = also;
  const outcome = await updateNote(verbContext(call, actor), issuable, note, {
    body,
    entities: textEntities(found),
    mentionedBefore: mentioned.map(({ user_id }) => user_id),
  });
  return respond(outcome, {
    updated: (result) => present({ ...result.note, noteable_iid: issuable.iid }, call),
    unchanged: () => present(note, call),
    invalid: ({ errors }) => failedTo("save note", errors),
    gone: recordNotFound,
  });
}

const remove = <Body, Deleted>(kind: IssuableKind, { deleted }: NoteDialect<Body, Deleted>) =>
  endpoint({
    access: kind.read,
    params: noteParams(kind),
    response: deleted.response,
    async handle(call) {
      const { actor, issuable, note } = await findOwn(kind, call);
      const outcome = await deleteNote(verbContext(call, actor), issuable, note);
      return respond(outcome, { deleted: () => deleted.answer(note, call), gone: recordNotFound });
    },
  });

export const noteEndpoints = <Body, Deleted>(kind: IssuableKind, dialect: NoteDialect<Body, Deleted>) => ({
  get: get(kind, dialect),
  create: create(kind, dialect),
  update: update(kind, dialect),
  delete: remove(kind, dialect),
});

/** The time that a request sets for a new note; null without the permission to set it. */
export const createdAt = (
  { now }: Call,
  actor: Actor,
  { access_level }: Pick<Issuable, "access_level">,
  given: string | null | undefined,
): string | null => (canOnProject(actor, "set_dates", access_level) ? instantOf(given, now) : null);

/** null for a text without a date: GitLab declares a string here, so that no text is refused. */
const instantOf = (given: string | null | undefined, now: string): string | null =>
  parseDateTime(given ?? "", new Date(now))?.instant ?? null;
