// The line that somebody comments on.
import { changedFiles } from "../diff/changed-files.ts";
import { renderPatch } from "../diff/patch.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";

/** A line of the commit's diff. */
export interface DiffPlace {
  /** The new one of a renamed file. */
  readonly path: string;
  /** In the file as it is after the commit. For an old line: where it would be. */
  readonly line: number;
  readonly lineType: "new" | "old";
}

export interface PlacedComment {
  readonly id: Oid;
  /** Null when the diff has no such line. */
  readonly place: DiffPlace | null;
}

/** Null for a revision that is none. */
export function placeComment(repository: Repository, revision: string, wish: DiffPlace | null): PlacedComment | null {
  const id = resolveCommit(repository, revision);
  if (id === null) return null;
  return { id, place: wish !== null && hasLine(patchOf(repository, id, wish.path), wish) ? wish : null };
}

/** What the commit changed in a file; empty for a file it did not. */
function patchOf({ commits, objects }: Repository, oid: Oid, path: string): string {
  const { tree, parents } = knownCommit(commits, oid);
  const [parent] = parents;
  const before = parent === undefined ? null : commits.get(parent).tree;
  const file = changedFiles(objects, before, tree, { detectRenames: true }).files.find(
    ({ new_path }) => new_path === path,
  );
  return file === undefined ? "" : renderPatch(objects, file).text;
}

/** Both names go before the first hunk, and no line of a hunk begins with `@@`. */
function hasLine(patch: string, { line, lineType }: DiffPlace): boolean {
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
