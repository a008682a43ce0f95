// Checks the lines of a discussion of a diff.
import type { Work } from "../../budget.ts";
import { changedFiles } from "../../diff/changed-files.ts";
import { diffBudget } from "../../diff/changes.ts";
import { defaultLimits, renderPatch } from "../../diff/patch.ts";
import { knownCommit } from "../../history/commit-graph.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import type { VersionRange } from "./version-changes.ts";

/** Line numbers before and after; null on the side that does not have the line. */
export interface Line {
  readonly old_line: number | null;
  readonly new_line: number | null;
}

export interface DiffPlace extends VersionRange {
  readonly oldPath: string;
  readonly newPath: string;
  /** All of them have to be in the diff. */
  readonly lines: readonly Line[];
}

/** True if the version changes the file, and its diff has the lines: changed ones, or those shown around them. */
export async function hasDiffLines(repository: Repository, place: DiffPlace): Promise<boolean> {
  const patch = await inSlices(patchOf(repository, place));
  if (patch === null) return false;
  const shown = new Set(Array.from(linesOf(patch), keyOf));
  return place.lines.every((line) => shown.has(keyOf(line)));
}

/** The patch of the file; null if it did not change. */
function* patchOf({ commits, objects }: Repository, { base, head, oldPath, newPath }: DiffPlace): Work<string | null> {
  const before = base === null ? null : knownCommit(commits, base).tree;
  const budget = diffBudget();
  const { files } = yield* changedFiles(
    objects,
    before,
    knownCommit(commits, head).tree,
    { detectRenames: true },
    budget,
  );
  const file = files.find(({ old_path, new_path }) => old_path === oldPath && new_path === newPath);
  return file === undefined ? null : (yield* renderPatch(objects, file, defaultLimits, budget)).text;
}

const keyOf = ({ old_line, new_line }: Line): string => `${old_line} ${new_line}`;

/** A line of a patch. */
export interface PatchLine extends Line {
  /** The line after the change that it is, or stands before. */
  readonly at: number;
}

/** Relies on both file names coming before the first hunk. */
export function* linesOf(patch: string): Generator<PatchLine> {
  let [before, after] = [0, 0];
  for (const text of patch.split("\n")) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text) ?? [];
    if (oldStart !== undefined) [before, after] = [Number(oldStart), Number(newStart)];
    else if (before + after === 0) continue;
    else if (text.startsWith("+")) yield { old_line: null, new_line: after, at: after++ };
    else if (text.startsWith("-")) yield { old_line: before++, new_line: null, at: after };
    else if (text.startsWith(" ")) yield { old_line: before++, new_line: after, at: after++ };
  }
}
