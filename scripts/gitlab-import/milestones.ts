// The milestones of a project. Those of its group that issuables use become milestones of the project.

import type { Row } from "../backup/format.ts";
import { idOf, type Json, numberOf, objectOf, requiredText, textOf, timeOf } from "./json.ts";

export class Milestones {
  readonly #milestones: Json[];
  /** The ids of the rows by the ids on the server. */
  readonly #ids = new Map<number, number>();

  /** @param newId the projects of a group share its milestones, but each gets a row */
  constructor(milestones: readonly Json[], issuables: readonly Json[], newId: () => number) {
    this.#milestones = [...milestones];
    const byTitle = new Map<string, number>();
    const add = (milestone: Json): number => {
      const id = newId();
      this.#ids.set(idOf(milestone), id);
      byTitle.set(requiredText(milestone, "title"), id);
      return id;
    };
    for (const milestone of milestones) add(milestone);
    for (const issuable of issuables) {
      const milestone = objectOf(issuable, "milestone");
      if (milestone === null || this.#ids.has(idOf(milestone))) continue;
      const twin = byTitle.get(requiredText(milestone, "title"));
      if (twin !== undefined) {
        this.#ids.set(idOf(milestone), twin);
        continue;
      }
      this.#milestones.push({ ...milestone, iid: this.last + 1 });
      add(milestone);
    }
  }

  /** The last iid. */
  get last(): number {
    return Math.max(0, ...this.#milestones.map((milestone) => numberOf(milestone, "iid")));
  }

  /** The milestone of an issuable; null for none. */
  idOf(issuable: Json): number | null {
    const milestone = objectOf(issuable, "milestone");
    return milestone === null ? null : (this.#ids.get(idOf(milestone)) ?? null);
  }

  rows(projectId: number): Row[] {
    return this.#milestones.map((milestone) => ({
      id: this.#ids.get(idOf(milestone)) ?? null,
      project_id: projectId,
      iid: numberOf(milestone, "iid"),
      title: requiredText(milestone, "title"),
      description: textOf(milestone, "description"),
      state: textOf(milestone, "state") === "closed" ? "closed" : "active",
      due_date: textOf(milestone, "due_date"),
      start_date: textOf(milestone, "start_date"),
      created_at: timeOf(milestone, "created_at"),
      updated_at: timeOf(milestone, "updated_at"),
    }));
  }
}
