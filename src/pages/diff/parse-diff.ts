// Reads the API's `diff` of a file, a unified diff, as rows of lines with their numbers.

export type RowKind = "hunk" | "context" | "added" | "removed";

export interface Row {
  readonly kind: RowKind;
  /** The line's number before and after the change. Where the line does not exist: the number it would have. */
  readonly old: number;
  readonly new: number;
  /** Without the sign and the line feed. Of a hunk: its header. */
  readonly text: string;
  /** True for the last line of a file that does not end with a line feed. */
  readonly lacksNewline?: boolean;
}

export interface ParsedDiff {
  readonly isBinary: boolean;
  readonly rows: readonly Row[];
  readonly added: number;
  readonly removed: number;
}

/**
 * The names before the first hunk are skipped. Lines are separated by line feeds alone: a carriage return belongs to its
 * line.
 */
export function parseDiff(diff: string): ParsedDiff {
  const start = diff.startsWith("@@ -") ? 0 : diff.indexOf("\n@@ -") + 1;
  if (start === 0 && !diff.startsWith("@@ -")) return { ...countRows([]), isBinary: diff.startsWith("Binary files ") };
  const lines = diff.slice(start).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return { ...countRows(rowsOf(lines)), isBinary: false };
}

function rowsOf(lines: readonly string[]): Row[] {
  const rows: Row[] = [];
  let [old, next] = [0, 0];
  for (const line of lines) {
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case "@": {
        const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
        [old, next] = [Number(oldStart ?? 0), Number(newStart ?? 0)];
        rows.push({ kind: "hunk", old, new: next, text: line });
        break;
      }
      case "+":
        rows.push({ kind: "added", old, new: next++, text });
        break;
      case "-":
        rows.push({ kind: "removed", old: old++, new: next, text });
        break;
      case "\\": {
        const last = rows.pop();
        if (last !== undefined) rows.push({ ...last, lacksNewline: true });
        break;
      }
      default:
        rows.push({ kind: "context", old: old++, new: next++, text });
    }
  }
  return rows;
}

export function countRows(rows: readonly Row[]): Omit<ParsedDiff, "isBinary"> {
  let [added, removed] = [0, 0];
  for (const { kind } of rows) {
    if (kind === "added") added++;
    else if (kind === "removed") removed++;
  }
  return { rows, added, removed };
}
