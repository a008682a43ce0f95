// POST .../discussions/:discussion_id/notes, PUT of one

import { findFirstNote, groupOf } from "../../../db/queries/noteables/grouped-notes.ts";
import { findNote } from "../../../db/queries/noteables/notes.ts";
import { boolean, integer, text } from "../../../http/coerce.ts";
import { badParameters, badRequest, recordNotFound } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { replyToNotes } from "../../../services/discussions/create.ts";
import { textEntities } from "../../../services/issuables/look-up.ts";
import { endpoint } from "../../endpoint.ts";
import { type IssuableKind, requireUnlocked } from "../../issuables.ts";
import { lookUpNote } from "../../notes/look-up-note.ts";
import { createdAt, noteableName, updateBody } from "../../notes/note-endpoints.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { mergeRequestKind } from "../issuable-kinds.ts";
import { invalidNote, noteDialect } from "../notes/note-dialect.ts";
import { presentNote } from "../presenters/note.ts";
import { inDiscussion, noDiscussion, noDiscussions } from "./discussion-params.ts";
import { resolve } from "./resolve-discussion.ts";

export const createReply = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...inDiscussion(kind), body: required(text), created_at: optional(text) },
    response: one(presentNote),
    async handle(call) {
      const { discussion_id: group, created_at } = call.params;
      const body = call.params.body ?? "";
      const name = noteableName(kind, call);
      const find = findFirstNote(call.viewer, { type: kind.type, id: name }, group);
      const lookups = lookUpNote(call, kind, name, body);
      const { actor, issuable, rows } = await kind.find(call, kind.idOf(call.params), noDiscussions, find, ...lookups);
      const [[first], ...found] = rows;
      if (first === undefined) throw noDiscussion();
      requireUnlocked({ actor, issuable });
      if (first.first_system === 1) throw badRequest("400 Bad request - Discussion can not be replied to.");
      const outcome = await replyToNotes(verbContext(call, actor), issuable, group, {
        body,
        entities: textEntities(found),
        createdAt: createdAt(call, actor, issuable, created_at),
      });
      return respond(outcome, {
        created: ({ note }) => presentNote({ ...note, noteable_iid: issuable.iid }, call),
        invalid: ({ errors }) => invalidNote(errors),
        gone: noDiscussion,
      });
    },
  });

const names = "body, resolved";

/** Changes the text of a note, or resolves its discussion. */
export const updateDiscussedNote = endpoint({
  access: mergeRequestKind.read,
  params: {
    ...inDiscussion(mergeRequestKind),
    note_id: required(integer),
    body: optional(text),
    resolved: optional(boolean),
  },
  response: one(presentNote),
  async handle(call) {
    const { body, resolved, note_id, discussion_id } = call.params;
    const isResolving = resolved !== undefined && resolved !== null;
    if (typeof body === "string") {
      if (isResolving) throw badParameters([`${names} are mutually exclusive`]);
      return updateBody(mergeRequestKind, noteDialect, call, body);
    }
    if (!isResolving) throw badParameters([`${names} are missing, exactly one parameter must be provided`]);
    const name = { type: mergeRequestKind.type, id: noteableName(mergeRequestKind, call) };
    const find = findNote(call.viewer, name, note_id ?? 0);
    const { issuable, notes } = await resolve(call, resolved, find, (found) => {
      if (found === undefined || groupOf(found) !== discussion_id) throw recordNotFound();
      if (found.discussion_id === null) throw badRequest("400 Bad request - Note is not resolvable");
    });
    const [note] = notes;
    if (note === undefined) throw recordNotFound();
    return presentNote({ ...note, noteable_iid: issuable.iid }, call);
  },
});
