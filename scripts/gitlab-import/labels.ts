// The labels of a project. GitLab's groups have labels too: those that issuables use become labels of the project.
import { idOf, type Json, textOf, textsOf } from "./json.ts";
import type { Row } from "./row-collector.ts";

/** GitLab's default. */
const COLOR = "#428BCA";

export class Labels {
  readonly #labels: Json[];
  readonly #ids = new Map<string, number>();

  constructor(labels: readonly Json[], issuables: readonly Json[]) {
    this.#labels = [...labels];
    for (const label of labels) this.#ids.set(textOf(label, "name") ?? "", idOf(label));
    let last = Math.max(0, ...this.#ids.values());
    for (const name of new Set(issuables.flatMap((issuable) => textsOf(issuable, "labels")))) {
      if (this.#ids.has(name)) continue;
      last += 1;
      this.#labels.push({ id: last, name });
      this.#ids.set(name, last);
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
    return this.#labels.map((label) => ({
      id: idOf(label),
      project_id: projectId,
      title: textOf(label, "name"),
      color: textOf(label, "color") ?? COLOR,
      description: textOf(label, "description"),
      priority: typeof label.priority === "number" ? label.priority : null,
      created_at: at,
      updated_at: at,
    }));
  }
}
