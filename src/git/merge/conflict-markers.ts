// How a merged text shows a conflict: both sides, between markers.
import { Buffer } from "node:buffer";
import { at, byteAt } from "../diff/elements.ts";
import type { Lines } from "../diff/lines.ts";
import { type ByteString, bytesOf } from "../objects/byte-string.ts";
import type { Part } from "./overlaps.ts";

/** What the markers say. */
export interface ConflictLabels {
  readonly ours: ByteString;
  readonly theirs: ByteString;
  /** How often the marker's character is written. */
  readonly markerSize: number;
}

export interface ThreeTexts {
  readonly base: Lines;
  readonly ours: Lines;
  readonly theirs: Lines;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

export function conflictText(part: Part, { base, ours, theirs }: ThreeTexts, labels: ConflictLabels): Uint8Array {
  const isCrlf =
    endsInCrlf(ours, Math.max(part.ours - 1, 0)) !== false &&
    endsInCrlf(theirs, Math.max(part.theirs - 1, 0)) !== false &&
    endsInCrlf(base, 0) === true;
  const lineEnd = isCrlf ? "\r\n" : "\n";
  const marker = (character: string, label: ByteString) =>
    bytesOf(`${character.repeat(labels.markerSize)}${label}${lineEnd}`);
  return Buffer.concat([
    marker("<", ` ${labels.ours}`),
    ...closedLines(ours, part.ours, part.oursCount, lineEnd),
    marker("=", ""),
    ...closedLines(theirs, part.theirs, part.theirsCount, lineEnd),
    marker(">", ` ${labels.theirs}`),
  ]);
}

/** Ends the last of them with a newline, which the end of a text may lack. */
function closedLines(text: Lines, start: number, count: number, lineEnd: string): Uint8Array[] {
  const bytes = linesOf(text, start, count);
  return bytes.length > 0 && bytes.at(-1) !== newline ? [bytes, bytesOf(lineEnd)] : [bytes];
}

export const linesOf = ({ bytes, starts }: Lines, start: number, count: number): Uint8Array =>
  bytes.subarray(at(starts, start), at(starts, start + count));

/** Of a line without an end, the line before it tells. @returns null if nothing does */
function endsInCrlf({ bytes, starts, count }: Lines, line: number): boolean | null {
  if (count === 0) return null;
  const isOpen = byteAt(bytes, at(starts, line + 1) - 1) !== newline;
  if (isOpen && line === 0) return null;
  const [start, end] = isOpen ? [at(starts, line - 1), at(starts, line)] : [at(starts, line), at(starts, line + 1)];
  return end - start > 1 && byteAt(bytes, end - 2) === carriageReturn;
}
