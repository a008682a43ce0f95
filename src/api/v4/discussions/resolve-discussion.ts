// PUT /projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id

import { findGroupedNotes } from "../../../db/queries/noteables/grouped-notes.ts";
import type { ThreadedNoteRow } from "../../../db/queries/noteables/notes.ts";
import type { Statement } from "../../../db/statement.ts";
import { boolean } from "../../../http/coerce.ts";
import { forbidden } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { canResolveDiscussions } from "../../../permissions/abilities.ts";
import { setResolved } from "../../../services/discussions/resolve.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { type Issuable, type IssuableParams, requireUnlocked } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { mergeRequestKind } from "../issuable-kinds.ts";
import { presentDiscussion } from "../presenters/discussion.ts";
import { inDiscussion, noDiscussion, noDiscussions } from "./discussion-params.ts";

/**
 * Resolves or reopens the discussion of the first note that `find` selects, and selects its notes again.
 * @param check throws the refusal of that note
 */
export async function resolve(
  call: Call<IssuableParams>,
  isResolved: boolean,
  find: Statement<ThreadedNoteRow>,
  check: (note: ThreadedNoteRow | undefined) => void,
): Promise<{ issuable: Issuable; notes: readonly ThreadedNoteRow[] }> {
  const { idOf } = mergeRequestKind;
  const { actor, issuable, rows } = await mergeRequestKind.find(call, idOf(call.params), noDiscussions, find);
  const [[note]] = rows;
  check(note);
  requireUnlocked({ actor, issuable });
  const discussion = note?.discussion_id ?? null;
  if (discussion === null || !canResolveDiscussions(actor, issuable, issuable.access_level)) throw forbidden();
  const outcome = await setResolved(verbContext(call, actor), issuable, discussion, isResolved, find);
  if (outcome.kind === "gone") throw noDiscussion();
  return { issuable, notes: outcome.notes };
}

export const resolveDiscussion = endpoint({
  access: mergeRequestKind.read,
  params: { ...inDiscussion(mergeRequestKind), resolved: required(boolean) },
  response: one(presentDiscussion),
  async handle(call) {
    const { discussion_id, resolved } = call.params;
    const name = { type: mergeRequestKind.type, id: noteableName(mergeRequestKind, call) };
    const find = findGroupedNotes(call.viewer, name, discussion_id);
    const { issuable, notes } = await resolve(call, resolved === true, find, (first) => {
      if (first === undefined) throw noDiscussion();
    });
    const placed = notes.map((note) => ({ ...note, noteable_iid: issuable.iid }));
    return presentDiscussion({ group: discussion_id, notes: placed }, call);
  },
});
