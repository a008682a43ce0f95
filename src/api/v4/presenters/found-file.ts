// Files that a search has found.
import type { FoundFile } from "../../../git/operations/search.ts";

interface PlacedFile {
  readonly file: FoundFile;
  /** The searched revision. */
  readonly ref: string;
  readonly projectId: number;
}

export const presentFoundFile = ({ file: { path, lines, startLine }, ref, projectId }: PlacedFile) => ({
  basename: path.replace(/(?<=[^/])\.[^./]*$/, ""),
  data: lines,
  path,
  filename: path,
  id: null,
  ref,
  startline: startLine,
  project_id: projectId,
});
