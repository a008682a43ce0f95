// Finds the line of a comment in the diff of a commit.
import type { Work } from "../budget.ts";
import type { FileChange } from "../diff/changed-files.ts";
import { changedFiles } from "../diff/changed-files.ts";
import { diffBudget } from "../diff/changes.ts";
import { defaultLimits, renderPatch } from "../diff/patch.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";
import { type Line, linesOf } from "./merge-requests/has-diff-lines.ts";

/** A line of the commit's diff. */
export interface DiffPosition {
  /** The new path of a renamed file. */
  readonly path: string;
  /** Line number after the commit. For an old line: the number it would have. */
  readonly line: number;
  readonly lineType: "new" | "old";
}

/** A line of the diff by its numbers on both sides; unchanged lines around changes have both. */
export interface LinePlace extends Line {
  readonly old_path: string;
  readonly new_path: string;
}

export interface PositionedComment {
  readonly id: Oid;
  /** The first parent; null for a commit without one. */
  readonly parent: Oid | null;
  /** Null if the diff does not contain the line. */
  readonly place: (DiffPosition & LinePlace) | null;
}

/** Null for an unknown revision. */
export async function positionComment(
  repository: Repository,
  revision: string,
  wanted: DiffPosition | LinePlace | null,
): Promise<PositionedComment | null> {
  const id = resolveCommit(repository, revision);
  if (id === null) return null;
  const [parent] = knownCommit(repository.commits, id).parents;
  const from = parent === undefined ? null : repository.commits.get(parent);
  const place = wanted === null ? null : await inSlices(findLine(repository, from?.tree ?? null, id, wanted));
  return { id, parent: from?.oid ?? null, place };
}

function* findLine(
  { commits, objects }: Repository,
  before: Oid | null,
  oid: Oid,
  wanted: DiffPosition | LinePlace,
): Work<PositionedComment["place"]> {
  const budget = diffBudget();
  const { tree } = knownCommit(commits, oid);
  const { files } = yield* changedFiles(objects, before, tree, { detectRenames: true }, budget);
  const file = files.find((one) => isOf(one, wanted));
  if (file === undefined) return null;
  const { text } = yield* renderPatch(objects, file, defaultLimits, budget);
  for (const { old_line, new_line, at } of linesOf(text)) {
    const lineType = new_line === null ? "old" : "new";
    const isWanted =
      "path" in wanted
        ? wanted.line === at && wanted.lineType === lineType && (old_line === null || new_line === null)
        : wanted.old_line === old_line && wanted.new_line === new_line;
    if (isWanted) {
      return {
        path: file.new_path,
        line: at,
        lineType,
        old_line,
        new_line,
        old_path: file.old_path,
        new_path: file.new_path,
      };
    }
  }
  return null;
}

const isOf = ({ old_path, new_path }: Pick<FileChange, "old_path" | "new_path">, wanted: DiffPosition | LinePlace) =>
  "path" in wanted ? new_path === wanted.path : new_path === wanted.new_path && old_path === wanted.old_path;
