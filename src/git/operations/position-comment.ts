// Checks the line of a comment on a commit.
import type { Work } from "../budget.ts";
import { changedFiles } from "../diff/changed-files.ts";
import { diffBudget } from "../diff/changes.ts";
import { defaultLimits, renderPatch } from "../diff/patch.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

/** A line of the commit's diff. */
export interface DiffPosition {
  /** The new path of a renamed file. */
  readonly path: string;
  /** Line number after the commit. For an old line: the number it would have. */
  readonly line: number;
  readonly lineType: "new" | "old";
}

export interface PositionedComment {
  readonly id: Oid;
  /** Null if the diff does not contain the line. */
  readonly place: DiffPosition | null;
}

/** Null for an unknown revision. */
export async function positionComment(
  repository: Repository,
  revision: string,
  position: DiffPosition | null,
): Promise<PositionedComment | null> {
  const id = resolveCommit(repository, revision);
  if (id === null) return null;
  if (position === null) return { id, place: null };
  const patch = await inSlices(patchOf(repository, id, position.path));
  return { id, place: hasLine(patch, position) ? position : null };
}

/** The patch of one file in the commit; empty if the file did not change. */
function* patchOf({ commits, objects }: Repository, oid: Oid, path: string): Work<string> {
  const { tree, parents } = knownCommit(commits, oid);
  const [parent] = parents;
  const before = parent === undefined ? null : commits.get(parent).tree;
  const budget = diffBudget();
  const { files } = yield* changedFiles(objects, before, tree, { detectRenames: true }, budget);
  const file = files.find(({ new_path }) => new_path === path);
  return file === undefined ? "" : (yield* renderPatch(objects, file, defaultLimits, budget)).text;
}

/** Relies on both file names coming before the first hunk, and on no line of a hunk starting with `@@`. */
function hasLine(patch: string, { line, lineType }: DiffPosition): boolean {
  const wanted = lineType === "new" ? "+" : "-";
  let [inHunk, position] = [false, 0];
  for (const text of patch.split("\n")) {
    const [, start] = /^@@ -[\d,]+ \+(\d+)/.exec(text) ?? [];
    if (start !== undefined) [inHunk, position] = [true, Number(start)];
    else if (inHunk && position === line && text.startsWith(wanted)) return true;
    else if (text.startsWith("+") || text.startsWith(" ")) position += 1;
  }
  return false;
}
