// The log of a repository by the paths people write.

import { Budget, cost, unlimited, type Work } from "../budget.ts";
import { log } from "../history/log.ts";
import { firstWithin, type Walk } from "../history/walk.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "./repository.ts";
import { entryAt, type PathNames, pathNames } from "./tree-path.ts";

export interface LogOptions {
  /** Empty for all commits; else those that change this file or something in this folder. */
  readonly path: string;
  /** Seconds since 1970, included. */
  readonly since: number | null;
  readonly until: number | null;
}

/** Newest first, lazily. The tip is there. */
export function* repositoryLog(repository: Repository, tip: Oid, options: LogOptions, budget = unlimited()): Walk {
  const { since, until } = options;
  const names = pathNames(options.path);
  if (names === null) return;
  const filter = { since, until, ...(names.length > 0 && { pathIn: pathIn(repository, names, budget) }) };
  yield* log(repository.commits, tip, filter, budget);
}

/** For finding what a page of a log shows, or what changed a path last: some four seconds. */
export const logBudget = (): Budget => new Budget(400_000_000);

/** The newest commit that changed what the path names; the tip where that is too far down. It names something in the tip. */
export function* lastCommitOf(repository: Repository, tip: Oid, path: string): Work<Oid> {
  const budget = logBudget();
  const walk = repositoryLog(repository, tip, { path, since: null, until: null }, budget);
  const found = yield* firstWithin(walk, 1, budget);
  if (found === null) return tip;
  const [last] = found;
  if (last === undefined) throw new Error(`Nothing brought ${path} into ${tip}`);
  return last.oid;
}

/** Steps for reading a tree on the way to a path. */
const treeCost = 1.5 * cost.row;

const pathIn =
  ({ objects }: Repository, names: PathNames, budget: Budget) =>
  (tree: Oid): string | null => {
    budget.spend(names.length * treeCost);
    const entry = entryAt(objects, tree, names);
    return entry === null ? null : `${entry.mode} ${entry.oid}`;
  };
