// POST .../discussions: under issues and merge requests; on a merge request perhaps of a place in its diff

import { findVersionOf } from "../../../db/queries/merge-requests/version-rows.ts";
import { groupOf } from "../../../db/queries/noteables/grouped-notes.ts";
import type { Position } from "../../../db/queries/noteables/positions.ts";
import { nothing, text } from "../../../http/coerce.ts";
import { optional, required, sentAs } from "../../../http/params.ts";
import { createDiscussion as create } from "../../../services/discussions/create.ts";
import { textEntities } from "../../../services/issuables/look-up.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { type Issuable, type IssuableKind, type IssuableParams, requireUnlocked } from "../../issuables.ts";
import { lookUpNote } from "../../notes/look-up-note.ts";
import { createdAt, noteableName } from "../../notes/note-endpoints.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { mergeRequestKind } from "../issuable-kinds.ts";
import { invalidNote, visibilityParams } from "../notes/note-dialect.ts";
import { presentDiscussion } from "../presenters/discussion.ts";
import { noDiscussion, noDiscussions } from "./discussion-params.ts";
import { linesOf, positionOf, positionParam } from "./position-param.ts";

interface NewDiscussion {
  readonly body: string;
  readonly created_at: string | null | undefined;
  readonly position: Position | null;
}

async function start(kind: IssuableKind, call: Call<IssuableParams>, { body, created_at, position }: NewDiscussion) {
  const name = noteableName(kind, call);
  const { actor, issuable, rows } = await kind.find(
    call,
    kind.idOf(call.params),
    noDiscussions,
    ...lookUpNote(call, kind, name, body),
  );
  requireUnlocked({ actor, issuable });
  if (position !== null) await checkPosition(call, issuable, position);
  const params = { body, entities: textEntities(rows), createdAt: createdAt(call, actor, issuable, created_at) };
  const outcome = await create(verbContext(call, actor), issuable, params, position);
  return respond(outcome, {
    created: ({ note }) =>
      presentDiscussion({ group: groupOf(note), notes: [{ ...note, noteable_iid: issuable.iid }] }, call),
    invalid: ({ errors }) => invalidNote(errors),
    gone: noDiscussion,
  });
}

/** @throws ApiError 400 if the line is not in the diff of a version of the merge request */
async function checkPosition({ db, repositories }: Call, { id, project_id }: Issuable, position: Position) {
  const { base_sha: base, head_sha: head, old_path: oldPath, new_path: newPath } = position;
  const place = { base, head, oldPath, newPath, lines: linesOf(position) };
  const [versions] = await db.batch(findVersionOf(id, position));
  const isInDiff = versions.length > 0 && (await repositories.open(project_id).run("hasDiffLines", place));
  if (!isInDiff) throw invalidNote({ line_code: ["can't be blank", "must be a valid line code"] });
}

const newParams = { body: required(text), created_at: optional(text), ...visibilityParams };

export const createDiscussion = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, ...newParams },
    response: one(presentDiscussion),
    handle: (call) =>
      start(kind, call, { body: call.params.body ?? "", created_at: call.params.created_at, position: null }),
  });

export const createDiffDiscussion = endpoint({
  access: mergeRequestKind.read,
  params: {
    ...mergeRequestKind.params,
    ...newParams,
    ...positionParam,
    commit: sentAs(optional(nothing("is not supported")), "commit_id"),
  },
  response: one(presentDiscussion),
  handle(call) {
    const { body, created_at, position } = call.params;
    return start(mergeRequestKind, call, { body: body ?? "", created_at, position: positionOf(position) });
  },
});
