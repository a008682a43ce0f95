// The rules of mentions and references in titles, descriptions and notes: which users get todos, and which issuables
// get cross references. Pure.
import type { Mentioning, NewCrossReference, NewTodo } from "../../db/queries/issuables/writes.ts";
import type { IssuableType, TextType } from "../../db/schema/issuables.ts";
import { type Mention, mentionsIn } from "../texts/mentions.ts";
import type { TextEntities } from "./look-up.ts";
import { crossReferenceNote } from "./system-notes.ts";

/** The issuable that the texts belong to, and the records they name. */
export interface TextContext {
  readonly type: IssuableType;
  /** Null for a new issue, whose iid is assigned by its insert. */
  readonly iid: number | null;
  /** The assignee after the edit. */
  readonly assignee_id: number | null;
  /** Title and description, or the note's body, before the edit. Users mentioned in them get no new todo. */
  readonly formerTexts: readonly string[];
  /** Recorded mentions in those texts. */
  readonly mentions: readonly Mentioning[];
  readonly entities: TextEntities;
}

/** A text given by the edit. Mentions are recorded per source, so that a new title keeps those of the description. */
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
    const mentions = mentionsIn(text);
    const fresh = mentions.filter(({ name }) => !knownNames.has(name));
    newTodos.push(...todosFor(context, fresh, recorded));
    const users = usersOf(context.entities, mentions);
    const own = recorded.filter((mention) => mention.source_type === source_type);
    const old = new Set(own.filter(({ user_id }) => !users.has(user_id)));
    const known = new Set(own.map(({ user_id }) => user_id));
    const added = [...users.keys()].filter((id) => !known.has(id)).map((user_id) => ({ source_type, user_id }));
    oldMentions.push(...old);
    newMentions.push(...added);
    recorded = [...recorded.filter((mention) => !old.has(mention)), ...added];
  }
  return { newTodos, newMentions, oldMentions, crossReferences: crossReferencesOf(context) };
}

/** Ids of the users a text mentions. */
export const mentionedIn = (text: string, entities: TextEntities): number[] => [
  ...usersOf(entities, mentionsIn(text)).keys(),
];

/** Users by id; true for those addressed directly. */
function usersOf({ users: named }: TextEntities, mentions: readonly Mention[]): Map<number, boolean> {
  const direct = new Map(mentions.map((mention) => [mention.name, mention.direct]));
  const users = new Map<number, boolean>();
  for (const { name, user_id } of named) {
    const isDirect = direct.get(name);
    if (isDirect !== undefined) users.set(user_id, isDirect || users.get(user_id) === true);
  }
  return users;
}

/** Users who were already mentioned (by any name) or may not read the issuable get no todo. */
function todosFor(context: TextContext, mentions: readonly Mention[], recorded: readonly Mentioning[]): NewTodo[] {
  const { entities, assignee_id } = context;
  const mentioned = new Set(recorded.map(({ user_id }) => user_id));
  const readers = new Set(
    entities.users
      .filter(({ user_id, reads, reads_if_assigned }) => (user_id === assignee_id ? reads_if_assigned : reads) === 1)
      .map(({ user_id }) => user_id),
  );
  return [...usersOf(entities, mentions)]
    .filter(([id]) => readers.has(id) && !mentioned.has(id))
    .map(([user_id, isDirect]) => ({ user_id, action: isDirect ? "directly_addressed" : "mentioned" }));
}

/** One note for each referenced issuable that the author may see and that has no such note yet. */
function crossReferencesOf({ type: from, iid, entities }: TextContext): NewCrossReference[] {
  const sign = from === "Issue" ? "#" : "!";
  const notes = new Map<string, NewCrossReference>();
  for (const { type, id, project_id, path_back, is_visible, is_noted } of entities.issuables) {
    if (is_visible === 0 || is_noted === 1) continue;
    const body = crossReferenceNote(from, `${path_back}${sign}${iid ?? ""}`);
    notes.set(`${type} ${id}`, { type, id, project_id, body });
  }
  return [...notes.values()];
}
