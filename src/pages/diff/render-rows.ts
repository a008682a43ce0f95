// The table of a file's changed lines, as text: elements of JSX would take ten times as long.
import { escapeHtml } from "../content/escape.ts";
import { forEachRun, pairsOf } from "./change-runs.ts";
import { differingWords, type Emphasis } from "./emphasis.ts";
import type { PageBudget } from "./page-limits.ts";
import type { Row } from "./parse-diff.ts";

/** What is shown below lines: comments and the form for one. */
export interface LineNotes {
  /**
   * HTML below a changed line; empty for most lines.
   *
   * @param line the line's number after the change, as the API's comments on commits have it
   * @param code the line's anchor
   */
  below(path: string, type: "new" | "old", line: number, code: string): string;
  /** The link that opens the form below the line; null if the visitor may not comment. */
  formUrl: ((code: string) => string) | null;
}

export interface TableOptions {
  readonly path: string;
  /** The file's anchor. */
  readonly id: string;
  readonly isParallel: boolean;
  readonly notes: LineNotes | null;
}

/** The table with as many lines as the budget has left. */
export interface RenderedTable {
  readonly html: string;
  /** The number of lines that are missing at the end. */
  readonly left: number;
}

export function renderTable(rows: readonly Row[], options: TableOptions, budget: PageBudget): RenderedTable {
  const table = new Table(options, budget);
  forEachRun(
    rows,
    (row) => table.addUnchanged(row),
    (run) => {
      const isEdited = run.removed.length === run.added.length;
      const pairs = pairsOf(run).map(([old, added]): Pair => {
        const emphasis = isEdited && old && added ? differingWords(old.text, added.text) : null;
        return { old, added, emphasis };
      });
      if (options.isParallel) for (const pair of pairs) table.addPair(pair);
      else {
        for (const { old, emphasis } of pairs) if (old) table.addChanged(old, emphasis);
        for (const { added, emphasis } of pairs) if (added) table.addChanged(added, emphasis);
      }
    },
  );
  return { html: table.html, left: table.left };
}

interface Pair {
  readonly old: Row | null;
  readonly added: Row | null;
  readonly emphasis: Emphasis | null;
}

class Table {
  readonly #options: TableOptions;
  readonly #budget: PageBudget;
  #html: string;
  left = 0;

  constructor(options: TableOptions, budget: PageBudget) {
    this.#options = options;
    this.#budget = budget;
    this.#html = options.isParallel
      ? '<table class="code diff parallel"><col class="number"><col><col class="number"><col>'
      : '<table class="code diff">';
  }

  get html(): string {
    return `${this.#html}</table>`;
  }

  addUnchanged(row: Row): void {
    if (row.kind === "hunk") {
      this.#add(
        1,
        () => `<tr class="hunk"><td colspan="${this.#options.isParallel ? 4 : 3}">${escapeHtml(row.text)}</td></tr>`,
      );
      return;
    }
    const code = this.#codeOf(row);
    const text = contentOf(row, null);
    const newLine = `<td class="line">${link(code, row.new)}</td>`;
    const middle = this.#options.isParallel ? `<td>${text}</td>` : "";
    this.#add(1, () => `<tr id="${code}"><td class="line">${row.old}</td>${middle}${newLine}<td>${text}</td></tr>`);
  }

  /** A line of the unified view. */
  addChanged(row: Row, emphasis: Emphasis | null): void {
    this.#add(1, () => {
      const code = this.#codeOf(row);
      const isAdded = row.kind === "added";
      const number = `<td class="line">${link(code, isAdded ? row.new : row.old)}</td>`;
      const other = `<td class="line">${this.#formLink(code)}</td>`;
      const numbers = isAdded ? other + number : number + other;
      const line = `<tr id="${code}" class="${row.kind}">${numbers}<td>${contentOf(row, emphasis)}</td></tr>`;
      return line + this.#below(row, code);
    });
  }

  /** Two lines side by side. */
  addPair({ old, added, emphasis }: Pair): void {
    this.#add(Number(old !== null) + Number(added !== null), () => {
      const below = [old, added].map((row) => (row === null ? "" : this.#below(row, this.#codeOf(row))));
      return `<tr>${this.#half(old, emphasis)}${this.#half(added, emphasis)}</tr>${below.join("")}`;
    });
  }

  #half(row: Row | null, emphasis: Emphasis | null): string {
    if (row === null) return '<td class="line"></td><td class="none"></td>';
    const code = this.#codeOf(row);
    const number = row.kind === "added" ? row.new : row.old;
    return `<td class="line" id="${code}">${link(code, number)}</td><td class="${row.kind}">${contentOf(row, emphasis)}</td>`;
  }

  #codeOf(row: Row): string {
    return `${this.#options.id}_${row.old}_${row.new}`;
  }

  #formLink(code: string): string {
    const { notes } = this.#options;
    return notes === null || notes.formUrl === null
      ? ""
      : `<a class="add" href="${escapeHtml(notes.formUrl(code))}" title="Comment on this line" aria-label="Comment">+</a>`;
  }

  #below(row: Row, code: string): string {
    const { notes, path, isParallel } = this.#options;
    const html = notes?.below(path, row.kind === "added" ? "new" : "old", row.new, code) ?? "";
    return html === "" ? "" : `<tr class="notes"><td colspan="${isParallel ? 4 : 3}">${html}</td></tr>`;
  }

  #add(lines: number, html: () => string): void {
    if (this.left > 0 || this.#budget.rows < lines || this.#budget.html <= 0) {
      this.left += lines;
      return;
    }
    const added = html();
    this.#budget.rows -= lines;
    this.#budget.html -= added.length;
    this.#html += added;
  }
}

const link = (code: string, number: number): string => `<a href="#${code}">${number}</a>`;

/** Marks stand for what cannot be seen. They are not copied with the text. */
function contentOf(row: Row, emphasis: Emphasis | null): string {
  const { kind, lacksNewline } = row;
  // In a file in which all lines end with CR LF, only changed lines show it.
  const text = kind === "context" && row.text.endsWith("\r") ? row.text.slice(0, -1) : row.text;
  const end = lacksNewline === true ? '<i class="mark">\\ No newline at end of file</i>' : "";
  if (emphasis === null) return visible(text) + end;
  const { start } = emphasis;
  const stop = kind === "added" ? emphasis.newEnd : emphasis.oldEnd;
  const words = start === stop ? "" : `<mark>${visible(text.slice(start, stop))}</mark>`;
  return visible(text.slice(0, start)) + words + visible(text.slice(stop)) + end;
}

const visible = (text: string): string => escapeHtml(text).replaceAll("\r", '<i class="mark cr"></i>');
