// All that changed between two trees, as GitLab's API shows it: every file, and the patches as far as the limits go.
import { Buffer } from "node:buffer";
import { Budget, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { changedFiles, type FileChange } from "./changed-files.ts";
import type { ObjectSource } from "./object-source.ts";
import { type DiffLimits, defaultLimits, diffContent, renderPatch } from "./patch.ts";

export interface Change {
  readonly status: FileChange["status"];
  readonly oldPath: string;
  readonly newPath: string;
  /** 0 where there is no file. */
  readonly oldMode: number;
  readonly newMode: number;
  /** From `--- a/` or `Binary` on; empty when nothing but name or mode changed, and when it was cut. */
  readonly diff: string;
  readonly tooLarge: boolean;
}

export interface Changes {
  /** By path as `git diff` has it; all of them, unless there are more than 50,000. */
  readonly changes: Change[];
  /** A limit was reached, so that patches which are not too large themselves were cut as well. */
  readonly overflow: boolean;
  /** Of the patches that are there: lines and bytes of their texts. */
  readonly lines: number;
  readonly bytes: number;
}

/** The file that reaches one of them is cut, and all that come after it. */
export interface ChangesLimits {
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

/** GitLab's, of a version of a merge request; of a commit and a comparison too. */
export const changesLimits: ChangesLimits = { files: 1_000, lines: 50_000, bytes: 5_120_000 };

/** Of one answer, over all files: one to two seconds. */
export const diffBudget = (): Budget => new Budget(150_000_000);

/**
 * Files beyond the budget are listed and cut.
 *
 * @param base the old tree, null for none
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
  for (const file of files) {
    isFull ||= changes.length >= limits.files;
    const patch = isFull ? cut : yield* renderPatch(source, file, defaultLimits, budget);
    // With less left than any file may take, it may have been cut for what others took.
    isFull ||= patch.too_large && !budget.canSpend(defaultLimits.maxWork);
    const [moreLines, moreBytes] = [lines + countLines(patch.text), bytes + Buffer.byteLength(patch.text)];
    isFull ||= moreLines >= limits.lines || moreBytes >= limits.bytes;
    if (!isFull) [lines, bytes] = [moreLines, moreBytes];
    changes.push(changeOf(file, isFull ? cut : patch));
  }
  return { changes, overflow: isFull || truncated, lines, bytes };
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

/** Lines that `git diff -M` shows; files that are too much to compare count as none, and so do those beyond the budget. */
export function* countChangedLines(
  source: ObjectSource,
  base: Oid | null,
  head: Oid,
  budget = diffBudget(),
): Work<ChangedLines> {
  const { files } = yield* changedFiles(source, base, head, { detectRenames: true }, budget);
  let [additions, deletions] = [0, 0];
  for (const file of files) {
    const diff = yield* diffContent(source, file, countingOnly, budget);
    if (diff.kind !== "text" && diff.kind !== "too_large") continue;
    additions += diff.additions ?? 0;
    deletions += diff.deletions ?? 0;
  }
  return { additions, deletions };
}

/** Any text is too large to be written down, but not to be counted. */
const countingOnly: DiffLimits = { ...defaultLimits, hunkBytesLimit: 0 };
