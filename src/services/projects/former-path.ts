// Where a project was before its path changed, for whoever has known it there.
import type { FormerPath } from "../../db/queries/events/details.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";

/** What the event of the change keeps. */
export const formerPath = ({ namespace_path, path }: ProjectRow): string =>
  JSON.stringify({ old_path_with_namespace: `${namespace_path}/${path}` } satisfies FormerPath);
