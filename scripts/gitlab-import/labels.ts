// The labels of a project. GitLab's groups have labels too: those that issuables use become labels of the project.

import type { Row } from "../backup/format.ts";
import { idOf, type Json, requiredText, textOf, textsOf } from "./json.ts";

/** GitLab's default. */
const COLOR = "#428BCA";

export class Labels {
  readonly #labels: readonly Json[];
  /** The labels of the rows by name, and their ids. */
  readonly #rows = new Map<string, Json>();
  readonly #ids = new Map<string, number>();

  /** @param newId the projects of a group list the labels of the group under one id, but each gets a row */
  constructor(labels: readonly Json[], issuables: readonly Json[], newId: () => number) {
    this.#labels = labels;
    const used = issuables.flatMap((issuable) => textsOf(issuable, "labels"));
    for (const label of [...labels, ...used.map((name): Json => ({ name }))]) {
      const name = requiredText(label, "name");
      if (this.#rows.has(name)) continue;
      this.#rows.set(name, label);
      this.#ids.set(name, newId());
    }
  }

  idOf(name: string): number {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`The label ${name} was not collected.`);
    return id;
  }

  /** System notes name labels by ids, which change: `added ~12 label` becomes `added ~"bug" label`. */
  nameIn(body: string): string {
    return body.replace(/~(\d+)/g, (text, id) => {
      const label = this.#labels.find((known) => idOf(known) === Number(id));
      return label === undefined ? text : `~"${textOf(label, "name")}"`;
    });
  }

  /** Labels have no time in the API. */
  rows(projectId: number): Row[] {
    const at = new Date(0).toISOString();
    return [...this.#rows].map(([name, label]) => ({
      id: this.idOf(name),
      project_id: projectId,
      title: name,
      color: textOf(label, "color") ?? COLOR,
      description: textOf(label, "description"),
      priority: typeof label.priority === "number" ? label.priority : null,
      created_at: at,
      updated_at: at,
    }));
  }
}
