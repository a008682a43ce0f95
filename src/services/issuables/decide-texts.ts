// What follows from the texts of an issue, a merge request or a note: todos for whom they mention, notes under what they
// refer to. Pure.
import type { Mentioning, NewCrossReference, NewTodo } from "../../db/queries/issuable-writes.ts";
import type { IssuableType } from "../../db/schema/issuables.ts";
import type { TextType } from "../../db/schema/targets.ts";
import { type Mention, mentionsIn } from "../texts/mentions.ts";
import type { SpokenOf } from "./look-up.ts";
import { crossReferenceNote } from "./system-notes.ts";

/** One text speaks to so many people, and of so many issuables, to any effect. */
export const MOST_NAMES = 1_000;

/** What texts belong to. */
export interface TextContext {
  readonly type: IssuableType;
  /** Null where it is not known yet. */
  readonly iid: number | null;
  /** Whom it is assigned to, once the texts are written. */
  readonly assignee_id: number | null;
  /** The texts as they were before, and what stood beside them. */
  readonly formerTexts: readonly string[];
  /** Who was mentioned in them. */
  readonly mentions: readonly Mentioning[];
  readonly spokenOf: SpokenOf;
}

/** A text that is given; each is a source of its own, so that to edit the one says nothing of the other. */
export type GivenText = readonly [source: TextType, text: string];

export interface TextChanges {
  readonly newTodos: readonly NewTodo[];
  readonly newMentions: readonly Mentioning[];
  readonly oldMentions: readonly Mentioning[];
  readonly crossReferences: readonly NewCrossReference[];
}

export function decideTexts(context: TextContext, texts: readonly GivenText[]): TextChanges {
  const knownNames = new Set(context.formerTexts.flatMap(mentionsIn).map(({ name }) => name));
  const newTodos: NewTodo[] = [];
  const newMentions: Mentioning[] = [];
  const oldMentions: Mentioning[] = [];
  let recorded = context.mentions;
  for (const [source_type, text] of texts) {
    const mentions = mentionsIn(text).slice(0, MOST_NAMES);
    const fresh = mentions.filter(({ name }) => !knownNames.has(name));
    newTodos.push(...todosFor(context, fresh, recorded));
    const users = usersOf(context.spokenOf, mentions);
    const own = recorded.filter((mention) => mention.source_type === source_type);
    const old = own.filter(({ user_id }) => !users.has(user_id));
    const known = new Set(own.map(({ user_id }) => user_id));
    const added = [...users.keys()].filter((id) => !known.has(id)).map((user_id) => ({ source_type, user_id }));
    oldMentions.push(...old);
    newMentions.push(...added);
    recorded = [...recorded.filter((mention) => !old.includes(mention)), ...added];
  }
  return { newTodos, newMentions, oldMentions, crossReferences: crossReferencesOf(context) };
}

/** Ids of the users a text mentions. */
export const mentionedIn = (text: string, spokenOf: SpokenOf): number[] => [
  ...usersOf(spokenOf, mentionsIn(text).slice(0, MOST_NAMES)).keys(),
];

/** Whom mentions stand for, each once; true for those they address directly. */
function usersOf({ users: named }: SpokenOf, mentions: readonly Mention[]): Map<number, boolean> {
  const direct = new Map(mentions.map((mention) => [mention.name, mention.direct]));
  const users = new Map<number, boolean>();
  for (const { name, user_id } of named) {
    const isDirect = direct.get(name);
    if (isDirect !== undefined) users.set(user_id, isDirect || users.get(user_id) === true);
  }
  return users;
}

/** Whoever was mentioned before, by whatever name, is given none again; nor is who may not read what it is about. */
function todosFor(context: TextContext, mentions: readonly Mention[], recorded: readonly Mentioning[]): NewTodo[] {
  const { spokenOf, assignee_id } = context;
  const mentioned = new Set(recorded.map(({ user_id }) => user_id));
  const readers = new Set(
    spokenOf.users
      .filter(({ user_id, reads, reads_if_assigned }) => (user_id === assignee_id ? reads_if_assigned : reads) === 1)
      .map(({ user_id }) => user_id),
  );
  return [...usersOf(spokenOf, mentions)]
    .filter(([id]) => readers.has(id) && !mentioned.has(id))
    .map(([user_id, isDirect]) => ({ user_id, action: isDirect ? "directly_addressed" : "mentioned" }));
}

/** Under each issuable once, if the writer may see it. */
function crossReferencesOf({ type: from, iid, spokenOf }: TextContext): NewCrossReference[] {
  const sign = from === "Issue" ? "#" : "!";
  const notes = new Map<string, NewCrossReference>();
  for (const { type, id, project_id, path_back, is_visible, is_noted } of spokenOf.issuables) {
    if (is_visible === 0 || is_noted === 1) continue;
    const body = crossReferenceNote(from, `${path_back}${sign}${iid ?? ""}`);
    notes.set(`${type} ${id}`, { type, id, project_id, body });
  }
  return [...notes.values()];
}
