// Whether a client asks for all there is: then nothing needs to be looked for.

import { typeNumbers } from "../repository/object-store.ts";
import type { Repository } from "../repository/repository.ts";
import type { Want } from "./wants.ts";

/** Whether every commit and every tag that was accepted is asked for, or reached from what is. */
export function reachEverything({ sql }: Repository, wants: readonly Want[]): boolean {
  const commits = new Set(wants.map(({ commit }) => commit?.id));
  const newest = sql.rows<{ id: number }>(
    "select id from commits where id not in (select value from commits, json_each(parents)) limit +?",
    commits.size + 1,
  );
  if (!newest.every(({ id }) => commits.has(id))) return false;
  const tags = wants.filter(({ type }) => type === "tag").length;
  // some of them may be in pushes that are not accepted, or on each other: then it is not everything
  return sql.rows("select 1 from objects where type = ? limit +?", typeNumbers.tag, tags + 1).length === tags;
}
