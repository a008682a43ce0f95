// Issuables and their notes as targets of award emoji.
import type { Rows } from "../../../db/database.ts";
import type { NamedAwardable } from "../../../db/queries/noteables/award-emoji.ts";
import { findNote } from "../../../db/queries/noteables/notes.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { type ParamValues, required } from "../../../http/params.ts";
import type { Awardable } from "../../../services/award-emoji/give.ts";
import type { Access, Call } from "../../endpoint.ts";
import { issuableName } from "../../issuable-id.ts";
import { allMissing, type Issuable, type IssuableKind, type IssuableParams } from "../../issuables.ts";
import { type Actor, restOf } from "../../require.ts";

type AwardableCall = Call<IssuableParams>;

/** The target of a request, which is visible to the viewer. */
export interface FoundAwardable<S extends readonly Statement[]> {
  readonly actor: Actor;
  readonly awardable: Awardable;
  /** The target, or that of the note. */
  readonly issuable: Issuable;
  /** Rows of the statements in `also`. */
  readonly rows: Rows<S>;
}

export interface AwardableKind {
  readonly read: Access;
  readonly params: IssuableParams;
  /** What the path names. It has not been looked up yet. */
  key(params: ParamValues<IssuableParams>): NamedAwardable;
  /** Loads it in one round trip with `also`. */
  find<const S extends readonly Statement[]>(call: AwardableCall, ...also: S): Promise<FoundAwardable<S>>;
}

export const missing = () => notFound("Award Emoji");

export const issuableAwardable = (kind: IssuableKind): AwardableKind => ({
  read: kind.read,
  params: kind.params,
  key: (params) => ({ type: kind.type, id: issuableName(params.id, kind.idOf(params)) }),
  async find(call, ...also) {
    const { actor, issuable, rows } = await kind.find(call, kind.idOf(call.params), allMissing(missing), ...also);
    return { actor, awardable: { ...issuable, system: false }, issuable, rows };
  },
});

/** The type of the params lets every id be an iid. */
const noteIdOf = ({ note_id }: ParamValues<IssuableParams>): number => (typeof note_id === "number" ? note_id : 0);

export const noteAwardable = (kind: IssuableKind): AwardableKind => ({
  read: kind.read,
  params: { ...kind.params, note_id: required(integer) },
  key: (params) => ({ type: "Note", id: noteIdOf(params) }),
  async find<const S extends readonly Statement[]>(call: AwardableCall, ...also: S) {
    const given = kind.idOf(call.params);
    const noteable = { type: kind.type, id: issuableName(call.params.id, given) };
    const find = findNote(call.viewer, noteable, noteIdOf(call.params));
    const { actor, issuable, rows } = await kind.find(call, given, allMissing(missing), find, ...also);
    const [[note], ...others] = rows;
    if (note === undefined) throw missing();
    const { id, author_id, system } = note;
    const awardable = { type: "Note", id, project_id: issuable.project_id, author_id, system: system === 1 } as const;
    return { actor, awardable, issuable, rows: restOf<S>(others) };
  },
});
