// Detects that a client wants the whole repository, so that no walk is needed.

import { typeNumbers } from "../repository/object-types.ts";
import type { Repository } from "../repository/repository.ts";
import type { Want } from "./wants.ts";

/** True if the wants include or reach every accepted commit and tag. */
export function reachEverything({ sql }: Repository, wants: readonly Want[]): boolean {
  const commits = new Set(wants.map(({ commit }) => commit?.id));
  const newest = sql.rows<{ id: number }>(
    "select id from commits where id not in (select value from commits, json_each(parents)) limit +?",
    commits.size + 1,
  );
  if (!newest.every(({ id }) => commits.has(id))) return false;
  const tags = wants.filter(({ type }) => type === "tag").length;
  // Tags may belong to pushes in progress or lead to other tags; then the wants may not reach everything.
  const packed = sql.first<{ tags: number | null }>("select sum(tags) as tags from packs")?.tags ?? 0;
  return sql.rows("select 1 from objects where type = ? limit +?", typeNumbers.tag, tags + 1).length + packed === tags;
}
