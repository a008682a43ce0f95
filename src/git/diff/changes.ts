// All that changed between two trees, as GitLab's API shows it: every file, and the patches as far as the limits go.
import { Buffer } from "node:buffer";
import type { Oid } from "../objects/oid.ts";
import { changedFiles, type FileChange } from "./changed-files.ts";
import { Effort } from "./effort.ts";
import type { ObjectSource } from "./object-source.ts";
import { type DiffLimits, diffContent, renderPatch } from "./patch.ts";

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
  /** By path as `git diff` has it; all of them, unless there are more than 100,000. */
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

/** @param base the old tree, null for none */
export function changesBetween(
  source: ObjectSource,
  base: Oid | null,
  head: Oid,
  limits: ChangesLimits = changesLimits,
): Changes {
  const { files, truncated } = changedFiles(source, base, head, { detectRenames: true });
  const effort = new Effort(source, Math.min(files.length, limits.files));
  const changes: Change[] = [];
  let [lines, bytes, isFull] = [0, 0, false];
  for (const file of files) {
    isFull ||= changes.length >= limits.files;
    const patch = isFull ? cut : renderPatch(source, file, effort.limitsOf(file));
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

/** Lines that `git diff -M` shows, all of them; files that are too much to compare count as none. */
export function countChangedLines(source: ObjectSource, base: Oid | null, head: Oid): ChangedLines {
  const { files } = changedFiles(source, base, head, { detectRenames: true });
  const effort = new Effort(source, files.length);
  let [additions, deletions] = [0, 0];
  for (const file of files) {
    const diff = diffContent(source, file, countingOnly(effort.limitsOf(file)));
    if (diff.kind !== "text" && diff.kind !== "too_large") continue;
    additions += diff.additions ?? 0;
    deletions += diff.deletions ?? 0;
  }
  return { additions, deletions };
}

/** Any text is too large to be written down, but not to be counted. */
const countingOnly = (limits: DiffLimits): DiffLimits => ({ ...limits, hunkBytesLimit: 0 });
