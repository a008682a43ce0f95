// Splits rows into runs of changed lines and what is between them.
import type { Row } from "./parse-diff.ts";

/** Lines that replace each other: one of the lists may be empty. */
export interface Run {
  readonly removed: readonly Row[];
  readonly added: readonly Row[];
}

/** Calls `run` for each run of changed lines, and `other` for each row between them, in order. */
export function forEachRun(rows: readonly Row[], other: (row: Row) => void, run: (run: Run) => void): void {
  for (let index = 0; index < rows.length; ) {
    const removed: Row[] = [];
    const added: Row[] = [];
    for (let row = rows[index]; row !== undefined; row = rows[++index]) {
      if (row.kind === "removed") removed.push(row);
      else if (row.kind === "added") added.push(row);
      else break;
    }
    if (removed.length + added.length > 0) run({ removed, added });
    const next = rows[index++];
    if (next !== undefined) other(next);
  }
}

/** A run's lines side by side; null where one side has fewer. */
export function pairsOf({ removed, added }: Run): [Row | null, Row | null][] {
  const length = Math.max(removed.length, added.length);
  return Array.from({ length }, (_, index) => [removed[index] ?? null, added[index] ?? null]);
}
