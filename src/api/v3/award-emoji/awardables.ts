// Issuables and their notes as targets of award emoji.
import type { Rows } from "../../../db/database.ts";
import type { AwardableKey } from "../../../db/queries/noteables/award-emoji.ts";
import { findNote } from "../../../db/queries/noteables/notes.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { type ParamValues, required } from "../../../http/params.ts";
import type { Awardable } from "../../../services/award-emoji/give.ts";
import type { Access, Call } from "../../endpoint.ts";
import { type Actor, restOf } from "../../require.ts";
import { allMissing, type IssuableKind, type IssuableParams } from "../issuables.ts";

type AwardableCall = Call<IssuableParams>;

/** The target of a request, which is visible to the viewer. */
export interface FoundAwardable<S extends readonly Statement[]> {
  readonly actor: Actor;
  readonly awardable: Awardable;
  /** Rows of the statements in `also`. */
  readonly rows: Rows<S>;
}

export interface AwardableKind {
  readonly read: Access;
  readonly params: IssuableParams;
  /** The key that the path names. It has not been looked up yet. */
  key(params: ParamValues<IssuableParams>): AwardableKey;
  /** Loads it in one round trip with `also`. */
  find<const S extends readonly Statement[]>(call: AwardableCall, ...also: S): Promise<FoundAwardable<S>>;
}

export const missing = () => notFound("Award Emoji");

export const issuableAwardable = (kind: IssuableKind): AwardableKind => ({
  read: kind.read,
  params: kind.params,
  key: (params) => ({ type: kind.type, id: kind.idOf(params) ?? 0 }),
  async find(call, ...also) {
    const { actor, issuable, rows } = await kind.find(call, kind.idOf(call.params), allMissing(missing), ...also);
    return { actor, awardable: { ...issuable, system: false }, rows };
  },
});

export const noteAwardable = (kind: IssuableKind): AwardableKind => ({
  read: kind.read,
  params: { ...kind.params, note_id: required(integer) },
  key: (params) => ({ type: "Note", id: params.note_id ?? 0 }),
  async find<const S extends readonly Statement[]>(call: AwardableCall, ...also: S) {
    const issuableId = kind.idOf(call.params);
    const find = findNote(call.viewer, { type: kind.type, id: issuableId ?? 0 }, call.params.note_id ?? 0);
    const { actor, issuable, rows } = await kind.find(call, issuableId, allMissing(missing), find, ...also);
    const [[note], ...others] = rows;
    if (note === undefined) throw missing();
    const { id, author_id, system } = note;
    const awardable = { type: "Note", id, project_id: issuable.project_id, author_id, system: system === 1 } as const;
    return { actor, awardable, rows: restOf<S>(others) };
  },
});
