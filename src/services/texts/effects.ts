// What follows from a text's having been written: todos for whom it mentions, notes under what it refers to.
import {
  deleteOldMentions,
  insertCrossReferences,
  insertMentions,
  insertMentionTodos,
  type TextSource,
} from "../../db/queries/mentions.ts";
import type { AnyTargetKey } from "../../db/queries/targets.ts";
import type { Statement } from "../../db/statement.ts";
import type { VerbContext } from "../verb.ts";
import { mentionsIn } from "./mentions.ts";
import { referencesIn } from "./references.ts";

/** Of so many people and issues one text can speak to any effect. */
const MOST = 1_000;

/**
 * Statements to go after the one that writes the text, in the same batch. Most texts need none.
 * @param formerly the text as it was and what stood beside it, if it has been edited: whom they spoke to by the same
 *   name is given no todo again
 */
export function textEffects(
  context: VerbContext,
  source: TextSource,
  text: string,
  formerly?: readonly string[],
): Statement[] {
  const mentions = mentionsIn(text).slice(0, MOST);
  const references = referencesIn(text, context.baseUrl).slice(0, MOST);
  const names = JSON.stringify(mentions);
  const known = new Set((formerly ?? []).flatMap(mentionsIn).map(({ name }) => name));
  const fresh = mentions.filter(({ name }) => !known.has(name));
  const statements: Statement[] = [];
  if (fresh.length > 0) statements.push(insertMentionTodos(source, JSON.stringify(fresh), context));
  if (formerly) statements.push(deleteOldMentions(source, names, context));
  if (mentions.length > 0) statements.push(insertMentions(source, names, context));
  for (const type of ["Issue", "MergeRequest"] as const) {
    const ofType = references.filter((reference) => reference.type === type);
    if (ofType.length > 0) statements.push(insertCrossReferences(source, type, JSON.stringify(ofType), context));
  }
  return statements;
}

/** The texts of a new issue or merge request. */
export interface TargetTexts {
  readonly title: string;
  readonly description: string | null;
}

/** As {@link textEffects}. Each text is a source of its own, so that to edit the one says nothing of the other. */
export function targetTextEffects(
  context: VerbContext,
  target: AnyTargetKey,
  { title, description }: TargetTexts,
): Statement[] {
  const { type, id } = target;
  return [
    ...textEffects(context, { type: `${type}Title`, id, target }, title),
    ...textEffects(context, { type, id, target }, description ?? ""),
  ];
}
