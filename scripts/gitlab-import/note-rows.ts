// Turns the notes of an issuable into rows: notes, discussions, awards and mentions.
import { mentionsIn } from "../../src/services/texts/mentions.ts";
import type { DownloadedIssuable } from "./download.ts";
import { flagOf, idOf, type Json, numberOf, objectOf, requiredText, textOf, timeOf } from "./json.ts";
import type { Labels } from "./labels.ts";
import { type NoteReference, referenceOf } from "./note-reference.ts";
import type { RowCollector } from "./row-collector.ts";

export type IssuableType = "Issue" | "MergeRequest";

export interface Target {
  readonly target_type: IssuableType;
  readonly target_id: number;
}

interface ResolvedReference extends NoteReference {
  readonly id: number;
}

export class NoteRows {
  /** The number of notes left out, because they name an issuable outside of the project. */
  unresolved = 0;
  /** The number of notes left out, because only some of those who see the issuable may see them. */
  internal = 0;
  readonly #collector: RowCollector;
  readonly #projectId: number;
  readonly #labels: Labels;
  /** Ids by user name, in lower case. */
  readonly #usernames: ReadonlyMap<string, number>;
  /** Ids by iid, for the references of system notes. */
  readonly #issuables: Readonly<Record<IssuableType, ReadonlyMap<number, number>>>;
  readonly #discussions = new Map<string, number>();

  constructor(
    collector: RowCollector,
    projectId: number,
    labels: Labels,
    usernames: ReadonlyMap<string, number>,
    issues: readonly DownloadedIssuable[],
    mergeRequests: readonly DownloadedIssuable[],
  ) {
    this.#collector = collector;
    this.#projectId = projectId;
    this.#labels = labels;
    this.#usernames = usernames;
    this.#issuables = { Issue: idsByIid(issues), MergeRequest: idsByIid(mergeRequests) };
  }

  /** The texts of an issuable: its description and its notes. */
  add(target: Target, { issuable, notes, awards }: DownloadedIssuable): void {
    this.#addMentions(target, target.target_type, idOf(issuable), textOf(issuable, "description"));
    for (const award of awards) this.#addAward(target, award);
    const referring = new Set<string>();
    for (const { note, discussion, awards: awardsOfNote } of notes) {
      // GitLab called internal notes confidential before 15.0.
      if (flagOf(note, "internal") === 1 || flagOf(note, "confidential") === 1) {
        this.internal += 1;
        continue;
      }
      const reference = flagOf(note, "system") === 1 ? this.#reference(note) : null;
      if (reference === "unresolved") continue;
      if (reference?.isCrossReference === 1) {
        // The database has one such note for each referring issuable.
        const key = `${reference.type} ${reference.id}`;
        if (referring.has(key)) continue;
        referring.add(key);
      }
      this.#addNote(target, note, discussion, reference);
      for (const award of awardsOfNote) this.#addAward({ target_type: "Note", target_id: idOf(note) }, award);
      this.#addMentions(target, "Note", idOf(note), textOf(note, "body"));
    }
  }

  /** "unresolved" for a note that names an issuable which may be confidential, and cannot be checked here. */
  #reference(note: Json): ResolvedReference | null | "unresolved" {
    const reference = referenceOf(textOf(note, "body") ?? "");
    if (reference === null) return null;
    const id = reference.isElsewhere ? undefined : this.#issuables[reference.type].get(reference.iid);
    if (id !== undefined) return { ...reference, id };
    this.unresolved += 1;
    return "unresolved";
  }

  #addNote(target: Target, note: Json, discussion: string | null, reference: ResolvedReference | null): void {
    const body = requiredText(note, "body");
    this.#collector.add("notes", {
      id: idOf(note),
      project_id: this.#projectId,
      ...target,
      author_id: this.#collector.user(objectOf(note, "author") ?? {}),
      body: flagOf(note, "system") === 1 ? this.#labels.nameIn(body) : body,
      system: flagOf(note, "system"),
      cross_reference: reference?.isCrossReference ?? 0,
      reference_type: reference?.type ?? null,
      reference_id: reference?.id ?? null,
      discussion_id: discussion === null ? null : this.#discussion(discussion, target.target_id, note),
      created_at: timeOf(note, "created_at"),
      updated_at: timeOf(note, "updated_at") ?? timeOf(note, "created_at"),
    });
  }

  /** The id of the discussion, which its first note creates. */
  #discussion(name: string, mergeRequestId: number, note: Json): number {
    const known = this.#discussions.get(name);
    if (known !== undefined) return known;
    const id = idOf(note);
    this.#discussions.set(name, id);
    const isResolved = flagOf(note, "resolved") === 1;
    this.#collector.add("discussions", {
      id,
      merge_request_id: mergeRequestId,
      resolved_at: isResolved ? (timeOf(note, "resolved_at") ?? timeOf(note, "updated_at")) : null,
      resolved_by_id: isResolved ? this.#collector.userOrNull(objectOf(note, "resolved_by")) : null,
      created_at: timeOf(note, "created_at"),
    });
    return id;
  }

  #addAward(target: { target_type: string; target_id: number }, award: Json): void {
    this.#collector.add("award_emoji", {
      id: idOf(award),
      project_id: this.#projectId,
      ...target,
      user_id: this.#collector.user(objectOf(award, "user") ?? {}),
      name: requiredText(award, "name"),
      created_at: timeOf(award, "created_at"),
      updated_at: timeOf(award, "updated_at") ?? timeOf(award, "created_at"),
    });
  }

  #addMentions(target: Target, sourceType: string, sourceId: number, text: string | null): void {
    for (const { name } of mentionsIn(text ?? "")) {
      const userId = this.#usernames.get(name);
      if (userId === undefined) continue;
      this.#collector.add("mentions", {
        source_type: sourceType,
        source_id: sourceId,
        user_id: userId,
        project_id: this.#projectId,
        ...target,
      });
    }
  }
}

const idsByIid = (issuables: readonly DownloadedIssuable[]): Map<number, number> =>
  new Map(issuables.map(({ issuable }) => [numberOf(issuable, "iid"), idOf(issuable)]));
