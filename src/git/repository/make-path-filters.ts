// Makes the filters of changed paths that searches of the history want, in the background.
import { Budget, cost, type Work } from "../budget.ts";
import { changedPathHashes } from "../diff/changed-path-hashes.ts";
import type { Oid } from "../objects/oid.ts";
import { inSlices } from "../slices.ts";
import { ANY_PATH, BLOCK, keyOf } from "./path-filters.ts";
import type { Repository } from "./repository.ts";
import { treeContent } from "./tree-path.ts";

/** Paths of a commit; a commit with more may have changed any. */
const MOST_PATHS = 128;
/** In steps, for a commit; the same holds beyond it. About 10 ms. */
const COMMIT_BUDGET = 1_000_000;
/** In steps, for a call: about four seconds. */
const CALL_BUDGET = 400_000_000;

/** Call it once at a time. @returns true if more are wanted: call it again */
export async function makePathFilters(repository: Repository): Promise<boolean> {
  const { pathFilters } = repository;
  if (!pathFilters.areWanted) return false;
  // Before the work, so that after a failure only another search wants them again.
  pathFilters.areWanted = false;
  pathFilters.areWanted = !(await inSlices(makeFilters(repository)));
  return pathFilters.areWanted;
}

/** Newest commits first, where most searches end. False when the budget does not suffice. */
export function* makeFilters(repository: Repository, budget = new Budget(CALL_BUDGET)): Work<boolean> {
  const { commits, pathFilters } = repository;
  const end = commits.firstFreeId();
  const made = pathFilters.made();
  for (let block = Math.floor((end - 1) / BLOCK); block >= 0; block -= 1) {
    const most = Math.min(BLOCK, end - block * BLOCK);
    if ((made.get(block) ?? 0) < most && !(yield* extend(repository, block, most, budget))) return false;
  }
  return true;
}

/** @param most commits of the block that exist @returns false when the budget does not suffice for all of them */
function* extend(repository: Repository, block: number, most: number, budget: Budget): Work<boolean> {
  const { commits, objects, pathFilters } = repository;
  const before = pathFilters.get(block);
  const first = block * BLOCK;
  const keys = [...before.keys];
  const read = (oid: Oid) => treeContent(objects, oid);
  let made = most;
  for (const { id, tree, parents } of commits.between(first + before.made, first + most - 1)) {
    if (!budget.canSpend(COMMIT_BUDGET)) {
      made = id - first;
      break;
    }
    const [parent] = parents;
    budget.spend(cost.commit);
    const trees = { a: parent === undefined ? null : commits.get(parent).tree, b: tree };
    const hashes = yield* changedPathHashes(read, trees, MOST_PATHS, budget.part(COMMIT_BUDGET));
    for (const hash of hashes ?? [ANY_PATH]) keys.push(keyOf(hash, id));
  }
  if (made > before.made) pathFilters.set(block, { made, keys: new Uint32Array(keys).sort() });
  return made === most;
}
