// Repositories whose commits have filters of changed paths: all of them, or some, with paths they did not change, or none.

import { finish } from "../../../src/git/budget.ts";
import { hashOfPath } from "../../../src/git/diff/changed-path-hashes.ts";
import { makeFilters } from "../../../src/git/repository/make-path-filters.ts";
import { ANY_PATH, BLOCK, keyOf } from "../../../src/git/repository/path-filters.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import type { Random } from "../random.ts";

export const filterings = ["none", "all", "some, with other paths"] as const;
export type Filtering = (typeof filterings)[number];

/** The repository as a new process opens it, with these filters. @param paths those that its commits may change */
export function withFilters(
  { sql }: Repository,
  filtering: Filtering,
  random: Random,
  paths: readonly string[],
): Repository {
  sql.run("delete from path_filters");
  if (filtering !== "none") finish(makeFilters(new Repository(sql, () => {})));
  if (filtering !== "some, with other paths") return new Repository(sql, () => {});
  const { commits, pathFilters } = new Repository(sql, () => {});
  for (const [block, all] of pathFilters.made()) {
    const made = random.below(all + 1);
    const keys = pathFilters.get(block).keys.filter((key) => key % BLOCK < made);
    const others = commits.between(block * BLOCK, block * BLOCK + made - 1).filter(() => random.chance(40));
    const added = others.map(({ id }) => keyOf(random.chance(10) ? ANY_PATH : hashOfPath(random.pick(paths)), id));
    pathFilters.set(block, { made, keys: new Uint32Array([...keys, ...added]).sort() });
  }
  return new Repository(sql, () => {});
}
