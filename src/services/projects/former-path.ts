// The path of a project before a rename or transfer, for the details of that event.
import type { FormerPath } from "../../db/queries/events/details.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";

/** JSON of `FormerPath`. */
export const formerPath = ({ namespace_path, path }: ProjectRow): string =>
  JSON.stringify({ old_path_with_namespace: `${namespace_path}/${path}` } satisfies FormerPath);
