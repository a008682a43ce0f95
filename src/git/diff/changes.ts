// The changes between two trees in the form of GitLab's API: every file, with patches up to the limits.
import { Buffer } from "node:buffer";
import { Budget, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import { changedFiles, type FileChange } from "./changed-files.ts";
import type { ObjectSource } from "./object-source.ts";
import { type DiffLimits, defaultLimits, diffContent, renderPatch } from "./patch.ts";

export interface Change {
  readonly status: FileChange["status"];
  readonly oldPath: string;
  readonly newPath: string;
  /** 0 where the file does not exist. */
  readonly oldMode: number;
  readonly newMode: number;
  /** Starts at `--- a/` or `Binary`; empty for a change of name or mode only, and when it was cut. */
  readonly diff: string;
  readonly tooLarge: boolean;
}

export interface Changes {
  /** In the order of `git diff`; all files, up to 50,000. */
  readonly changes: Change[];
  /** True if a limit was reached, so that patches that are not too large themselves were cut. */
  readonly overflow: boolean;
  /** Totals of the patches that were not cut. */
  readonly lines: number;
  readonly bytes: number;
}

/** The file that reaches a limit is cut, and so are all after it. */
export interface ChangesLimits {
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

/** GitLab's limits for a version of a merge request; here also for a commit and a comparison. */
export const changesLimits: ChangesLimits = { files: 1_000, lines: 50_000, bytes: 5_120_000 };

/** For one response, over all files: one to two seconds. */
export const diffBudget = (): Budget => new Budget(150_000_000);

/**
 * Files beyond the budget are listed without a patch.
 *
 * @param base the old tree; null for an empty one
 */
export function* changesBetween(
  source: ObjectSource,
  base: Oid | null,
  head: Oid,
  limits: ChangesLimits = changesLimits,
  budget = diffBudget(),
): Work<Changes> {
  const { files, truncated } = yield* changedFiles(source, base, head, { detectRenames: true }, budget);
  const changes: Change[] = [];
  let [lines, bytes, isFull] = [0, 0, false];
  for (const [place, file] of files.entries()) {
    isFull ||= changes.length >= limits.files;
    if (!isFull && place % FILES_AHEAD === 0) readAhead(source, files.slice(place, place + FILES_AHEAD));
    const patch = isFull ? cut : yield* renderPatch(source, file, defaultLimits, budget);
    // If less is left than one file may take, this file may have been cut because of the files before it.
    isFull ||= patch.too_large && !budget.canSpend(defaultLimits.maxWork);
    const [moreLines, moreBytes] = [lines + countLines(patch.text), bytes + Buffer.byteLength(patch.text)];
    isFull ||= moreLines >= limits.lines || moreBytes >= limits.bytes;
    if (!isFull) [lines, bytes] = [moreLines, moreBytes];
    changes.push(changeOf(file, isFull ? cut : patch));
  }
  return { changes, overflow: isFull || truncated, lines, bytes };
}

/** So many are read at once. */
const FILES_AHEAD = 50;

function readAhead(source: ObjectSource, files: readonly FileChange[]): void {
  const blobs = files.flatMap(({ old_oid, new_oid, a_mode, b_mode }) => [
    ...(old_oid === null || a_mode === fileMode.gitlink ? [] : [old_oid]),
    ...(new_oid === null || b_mode === fileMode.gitlink ? [] : [new_oid]),
  ]);
  source.readAhead?.(blobs);
}

const cut = { text: "", too_large: true };

const countLines = (text: string): number => text.split("\n").length - 1;

const changeOf = (file: FileChange, patch: { text: string; too_large: boolean }): Change => ({
  status: file.status,
  oldPath: file.old_path,
  newPath: file.new_path,
  oldMode: file.a_mode,
  newMode: file.b_mode,
  diff: patch.text,
  tooLarge: patch.too_large,
});

export interface ChangedLines {
  readonly additions: number;
  readonly deletions: number;
}

/** Counts the lines of `git diff -M`. Files that are too large to compare or beyond the budget count as 0. */
export function* countChangedLines(
  source: ObjectSource,
  base: Oid | null,
  head: Oid,
  budget = diffBudget(),
): Work<ChangedLines> {
  const { files } = yield* changedFiles(source, base, head, { detectRenames: true }, budget);
  let [additions, deletions] = [0, 0];
  for (const [place, file] of files.entries()) {
    if (place % FILES_AHEAD === 0) readAhead(source, files.slice(place, place + FILES_AHEAD));
    const diff = yield* diffContent(source, file, countingOnly, budget);
    if (diff.kind !== "text" && diff.kind !== "too_large") continue;
    additions += diff.additions ?? 0;
    deletions += diff.deletions ?? 0;
  }
  return { additions, deletions };
}

/** Counts lines without rendering any text. */
const countingOnly: DiffLimits = { ...defaultLimits, hunkBytesLimit: 0 };
