// Writes a conflict as `git merge-file` does: both versions of the lines between markers.
import { Buffer } from "node:buffer";
import { at, byteAt } from "../diff/elements.ts";
import type { Lines } from "../diff/lines.ts";
import { type ByteString, bytesOf } from "../objects/byte-string.ts";
import type { Range } from "./regions.ts";
import type { ThreeWay } from "./versions.ts";

/** Texts behind the markers. */
export interface ConflictLabels {
  readonly ours: ByteString;
  readonly theirs: ByteString;
  /** Number of characters of a marker. */
  readonly markerSize: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

export function conflictText(lines: ThreeWay<Lines>, ours: Range, theirs: Range, labels: ConflictLabels): Uint8Array {
  const isCrlf =
    lineEndAt(lines.ours, Math.max(ours.start - 1, 0)) !== "lf" &&
    lineEndAt(lines.theirs, Math.max(theirs.start - 1, 0)) !== "lf" &&
    lineEndAt(lines.base, 0) === "crlf";
  const lineEnd = isCrlf ? "\r\n" : "\n";
  const marker = (character: string, label: ByteString) =>
    bytesOf(`${character.repeat(labels.markerSize)}${label}${lineEnd}`);
  return Buffer.concat([
    marker("<", ` ${labels.ours}`),
    ...closed(linesOf(lines.ours, ours), lineEnd),
    marker("=", ""),
    ...closed(linesOf(lines.theirs, theirs), lineEnd),
    marker(">", ` ${labels.theirs}`),
  ]);
}

/** Adds the line end that the last line of a text may lack but needs before a marker. */
const closed = (text: Uint8Array, lineEnd: string): Uint8Array[] =>
  text.length > 0 && text.at(-1) !== newline ? [text, bytesOf(lineEnd)] : [text];

export const linesOf = ({ bytes, starts }: Lines, { start, count }: Range): Uint8Array =>
  bytes.subarray(at(starts, start), at(starts, start + count));

/** "unknown" for a line without an end. A line before a conflict has one, unless it is the only line of its text. */
function lineEndAt({ bytes, starts, count }: Lines, line: number): "crlf" | "lf" | "unknown" {
  if (count === 0) return "unknown";
  const [start, end] = [at(starts, line), at(starts, line + 1)];
  if (byteAt(bytes, end - 1) !== newline) return "unknown";
  return end - start > 1 && byteAt(bytes, end - 2) === carriageReturn ? "crlf" : "lf";
}
