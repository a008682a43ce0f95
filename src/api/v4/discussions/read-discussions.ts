// GET .../discussions, and one of them: under issues and merge requests

import { findGroupedNotes, groupOf, listGroupedNotes } from "../../../db/queries/noteables/grouped-notes.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import type { IssuableKind } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import { one, paged } from "../../response.ts";
import { presentDiscussion } from "../presenters/discussion.ts";
import { inDiscussion, noDiscussion, noDiscussions } from "./discussion-params.ts";

export const listDiscussions = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, ...paginationParams },
    response: paged(presentDiscussion),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const noteable = { type: kind.type, id: noteableName(kind, call) };
      const list = listGroupedNotes(call.viewer, noteable, perPage, offset);
      const { issuable, rows } = await kind.find(call, kind.idOf(call.params), noDiscussions, list);
      const [notes] = rows;
      const { visible_references = 0, replies = 0 } = notes[0] ?? {};
      const total = issuable.user_notes_count + issuable.system_notes_count + visible_references - replies;
      const shown = notes.flatMap((note) => (note.id === null ? [] : [{ ...note, noteable_iid: issuable.iid }]));
      const groups = Array.from(Map.groupBy(shown, groupOf), ([group, notes]) => ({ group, notes }));
      return paginate(call, { rows: groups, total }, presentDiscussion);
    },
  });

export const getDiscussion = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: inDiscussion(kind),
    response: one(presentDiscussion),
    async handle(call) {
      const noteable = { type: kind.type, id: noteableName(kind, call) };
      const find = findGroupedNotes(call.viewer, noteable, call.params.discussion_id);
      const { issuable, rows } = await kind.find(call, kind.idOf(call.params), noDiscussions, find);
      const [notes] = rows;
      if (notes.length === 0) throw noDiscussion();
      const placed = notes.map((note) => ({ ...note, noteable_iid: issuable.iid }));
      return presentDiscussion({ group: call.params.discussion_id, notes: placed }, call);
    },
  });
