// What follows from the texts of an issue or a merge request: todos for whom they mention, notes under what they refer to.
import type { Mentioning, NewCrossReference, NewTodo } from "../../db/queries/issuable-writes.ts";
import type { TextType } from "../../db/schema/targets.ts";
import { type Mention, mentionsIn } from "../texts/mentions.ts";
import type { IssuableAttributes, IssuableSnapshot } from "./snapshot.ts";
import { crossReferenceNote } from "./system-notes.ts";

/** One text speaks to so many people, and of so many issuables, to any effect. */
export const MOST_NAMES = 1_000;

/** Those that an edit gives; each is a source of its own, so that to edit the one says nothing of the other. */
export interface GivenTexts {
  readonly title?: string;
  readonly description?: string | null;
}

export interface TextChanges {
  readonly newTodos: readonly NewTodo[];
  readonly newMentions: readonly Mentioning[];
  readonly oldMentions: readonly Mentioning[];
  readonly crossReferences: readonly NewCrossReference[];
}

export function decideTexts(before: IssuableSnapshot, given: GivenTexts, after: IssuableAttributes): TextChanges {
  const { type } = before.issuable;
  const { title, description } = before.attributes;
  const knownNames = new Set([title, description ?? ""].flatMap(mentionsIn).map(({ name }) => name));
  const texts: [TextType, string][] = [];
  if (given.title !== undefined) texts.push([`${type}Title`, given.title]);
  if (given.description !== undefined) texts.push([type, given.description ?? ""]);
  const changes = { newTodos: [] as NewTodo[], newMentions: [] as Mentioning[], oldMentions: [] as Mentioning[] };
  let recorded = before.mentions;
  for (const [source_type, text] of texts) {
    const mentions = mentionsIn(text).slice(0, MOST_NAMES);
    const fresh = mentions.filter(({ name }) => !knownNames.has(name));
    const users = usersOf(before, mentions);
    changes.newTodos.push(...todosFor(before, after, usersOf(before, fresh), recorded));
    const own = recorded.filter((mention) => mention.source_type === source_type);
    const old = own.filter(({ user_id }) => !users.has(user_id));
    const known = new Set(own.map(({ user_id }) => user_id));
    const added = [...users.keys()].filter((id) => !known.has(id)).map((user_id) => ({ source_type, user_id }));
    changes.oldMentions.push(...old);
    changes.newMentions.push(...added);
    recorded = [...recorded.filter((mention) => !old.includes(mention)), ...added];
  }
  return { ...changes, crossReferences: crossReferencesOf(before) };
}

/** Whom they stand for, each once; true for those they address directly. */
function usersOf({ named }: IssuableSnapshot, mentions: readonly Mention[]): Map<number, boolean> {
  const direct = new Map(mentions.map((mention) => [mention.name, mention.direct]));
  const users = new Map<number, boolean>();
  for (const { name, user_id } of named.users) {
    const isDirect = direct.get(name);
    if (isDirect !== undefined) users.set(user_id, isDirect || users.get(user_id) === true);
  }
  return users;
}

/** Whoever was mentioned before, by whatever name, is given none again; nor is who may not read what it is about. */
function todosFor(
  { named }: IssuableSnapshot,
  after: IssuableAttributes,
  users: ReadonlyMap<number, boolean>,
  recorded: readonly Mentioning[],
): NewTodo[] {
  const mentioned = new Set(recorded.map(({ user_id }) => user_id));
  const readers = new Set(
    named.users
      .filter(
        ({ user_id, reads, reads_if_assigned }) => (user_id === after.assignee_id ? reads_if_assigned : reads) === 1,
      )
      .map(({ user_id }) => user_id),
  );
  return [...users]
    .filter(([id]) => readers.has(id) && !mentioned.has(id))
    .map(([user_id, isDirect]) => ({ user_id, action: isDirect ? "directly_addressed" : "mentioned" }));
}

/** Under each issuable once, if the writer may see it. */
function crossReferencesOf({ issuable, iid, named }: IssuableSnapshot): NewCrossReference[] {
  const sign = issuable.type === "Issue" ? "#" : "!";
  const notes = new Map<string, NewCrossReference>();
  for (const { type, id, project_id, path_back, is_visible, is_noted } of named.issuables) {
    if (is_visible === 0 || is_noted === 1) continue;
    notes.set(`${type} ${id}`, {
      type,
      id,
      project_id,
      body: crossReferenceNote(issuable.type, `${path_back}${sign}${iid}`),
    });
  }
  return [...notes.values()];
}
