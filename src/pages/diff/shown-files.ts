// Decides what a page shows of each changed file: its lines, a link to them, or why there are none.
import { createHash } from "node:crypto";
import type { presentChange } from "../../api/v3/presenters/change.ts";
import { ignoreWhitespace } from "./ignore-whitespace.ts";
import { type PageBudget, pageLimits } from "./page-limits.ts";
import { countRows, type ParsedDiff, parseDiff } from "./parse-diff.ts";
import { type LineNotes, type RenderedTable, renderTable } from "./render-rows.ts";

export type PresentedChange = ReturnType<typeof presentChange>;

export interface DiffOptions {
  readonly isParallel: boolean;
  readonly ignoresWhitespace: boolean;
  readonly notes: LineNotes | null;
}

export interface ShownFile {
  readonly change: PresentedChange;
  /** Its anchor. */
  readonly id: string;
  readonly added: number;
  readonly removed: number;
  readonly body: RenderedTable | { readonly text: string } | { readonly hiddenLines: number };
}

export interface ShownDiff {
  readonly files: readonly ShownFile[];
  /** Files beyond the limits of a page. */
  readonly others: number;
  /** Of the shown files. */
  readonly added: number;
  readonly removed: number;
}

/** The anchor of a file, as in GitLab: the SHA-1 of its path. */
export const fileId = (path: string): string => createHash("sha1").update(path).digest("hex");

export function showFiles(changes: readonly PresentedChange[], options: DiffOptions, budget: PageBudget): ShownDiff {
  const listed = listedFiles(changes);
  const isAlone = changes.length === 1;
  const files = listed.map((change) => showFile(change, isAlone, options, budget));
  return {
    files,
    others: changes.length - files.length,
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function listedFiles(changes: readonly PresentedChange[]): readonly PresentedChange[] {
  let characters = 0;
  const isWithin = ({ old_path, new_path }: PresentedChange) => {
    characters += old_path.length + new_path.length;
    return characters <= pageLimits.paths;
  };
  const end = changes.findIndex((change, index) => index === pageLimits.files || !isWithin(change));
  return end === -1 ? changes : changes.slice(0, end);
}

function showFile(change: PresentedChange, isAlone: boolean, options: DiffOptions, budget: PageBudget): ShownFile {
  const id = fileId(change.new_path);
  const whole = parseDiff(change.diff);
  const parsed = options.ignoresWhitespace ? { ...whole, ...countRows(ignoreWhitespace(whole.rows, budget)) } : whole;
  const { rows, added, removed } = parsed;
  const file = { change, id, added, removed };
  if (rows.length === 0) return { ...file, body: { text: whyEmpty(change, whole) } };
  const isTooLong = added + removed > pageLimits.openFile || rows.length > budget.rows || budget.html <= 0;
  if (isTooLong && !isAlone) return { ...file, body: { hiddenLines: added + removed } };
  const { isParallel, notes } = options;
  return { ...file, body: renderTable(rows, { path: change.new_path, id, isParallel, notes }, budget) };
}

function whyEmpty(change: PresentedChange, { isBinary, rows }: ParsedDiff): string {
  if (change.too_large) return "The changes of this file are too large to be shown.";
  if (isBinary) return "A binary file.";
  if (rows.length > 0) return "Only whitespace has changed.";
  if (change.new_file || change.deleted_file) return "The file is empty.";
  return change.renamed_file ? "The content has not changed." : "Only the mode has changed.";
}
