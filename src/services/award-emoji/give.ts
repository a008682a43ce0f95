// Awards an emoji to an issue, a merge request or a note.
import {
  type AwardableKey,
  type AwardRow,
  findGivenAward,
  givenAward,
  insertAward,
} from "../../db/queries/noteables/award-emoji.ts";
import { recordEvent } from "../../events/events.ts";
import { rowsOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";
import { findEmoji } from "./find-emoji.ts";

/** The awarded record, with the columns that decide who may award it. */
export interface Awardable extends AwardableKey {
  readonly project_id: number;
  readonly author_id: number;
  /** True for a system note, which cannot be awarded. */
  readonly system: boolean;
}

export type GiveAwardOutcome =
  | { kind: "given"; award: AwardRow }
  /** `reasons` are GitLab's errors of `name`. */
  | { kind: "invalid"; reasons: string[] }
  | { kind: "not_awardable" }
  | { kind: "gone" };

/** Authors may not vote for their own record. */
const votes = ["thumbsup", "thumbsdown"];

export async function giveAward(
  context: VerbContext,
  awardable: Awardable,
  nameOrAlias: string,
): Promise<GiveAwardOutcome> {
  const { db, actorId, now } = context;
  const name = findEmoji(nameOrAlias);
  if (awardable.system) return { kind: "not_awardable" };
  if (name === undefined) return { kind: "invalid", reasons: reasonsAgainst(nameOrAlias) };
  if (awardable.author_id === actorId && votes.includes(name)) return { kind: "not_awardable" };
  const { id, exists } = givenAward(awardable, actorId, name);
  const event = { kind: "award_emoji_given", project_id: awardable.project_id, target_id: id } as const;
  const attempt = await db.attempt(
    insertAward(awardable, actorId, name, now),
    recordEvent(context, event, exists),
    findGivenAward(awardable, actorId, name),
  );
  if (attempt.violated === "award_emoji_key") return { kind: "invalid", reasons: ["has already been taken"] };
  const award = rowsOf(attempt)?.[2][0];
  return award === undefined ? { kind: "gone" } : { kind: "given", award };
}

const reasonsAgainst = (unknown: string): string[] => [
  ...(unknown.trim() === "" ? ["can't be blank"] : []),
  "is not included in the list",
];
