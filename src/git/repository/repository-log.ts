// The log of a repository, with paths given as text.

import { Budget, cost, unlimited, type Work } from "../budget.ts";
import type { GraphCommit } from "../history/commit-graph.ts";
import { log } from "../history/log.ts";
import type { Walk } from "../history/walk.ts";
import type { Oid } from "../objects/oid.ts";
import { readCommit } from "./commit-record.ts";
import type { Repository } from "./repository.ts";
import { entryAt, type PathNames, pathNames } from "./tree-path.ts";

export interface LogOptions {
  /** Empty for all commits; otherwise only commits that change this file or something in this folder. */
  readonly path: string;
  /** In seconds since 1970, inclusive. */
  readonly since: number | null;
  readonly until: number | null;
  readonly isFirstParent?: boolean;
  /** Part of `Name <address>`; empty for anybody. */
  readonly author?: string;
}

/** Newest first, lazily. @throws Error when a tip does not exist */
export function* repositoryLog(
  repository: Repository,
  tips: readonly Oid[],
  options: LogOptions,
  budget = unlimited(),
): Walk {
  const { since, until, isFirstParent = false, author = "" } = options;
  const names = pathNames(options.path);
  if (names === null) return;
  const filter = {
    since,
    until,
    isFirstParent,
    matches: author === "" ? undefined : writtenBy(repository, author, budget),
    ...(names.length > 0 && ofPath(repository, names, budget)),
  };
  yield* log(repository.commits, tips, filter, budget);
}

const writtenBy =
  (repository: Repository, text: string, budget: Budget) =>
  ({ oid }: GraphCommit): boolean => {
    budget.spend(2 * cost.row);
    const { name, email } = readCommit(repository, oid).author;
    return `${name} <${email}>`.includes(text);
  };

/** For one page of a log, or the last change of a path: about four seconds. */
export const logBudget = (): Budget => new Budget(400_000_000);

/** The newest commit that changed the path, which the tip must have; the tip if the budget does not suffice. */
export function* lastCommitOf(repository: Repository, tip: Oid, path: string): Work<Oid> {
  return (yield* repository.lastChanges.find(tip, pathNames(path) ?? [], logBudget())) ?? tip;
}

/** In steps, for reading a tree of the path. */
const treeCost = 1.5 * cost.row;

function ofPath(repository: Repository, names: PathNames, budget: Budget) {
  const changes = repository.pathFilters.of(names, budget);
  return {
    pathIn: pathIn(repository, names, budget),
    isUnchangedIn: (commit: GraphCommit) => changes.isUnchangedIn(commit),
  };
}

const pathIn =
  ({ objects }: Repository, names: PathNames, budget: Budget) =>
  (tree: Oid): string | null => {
    budget.spend(names.length * treeCost);
    const entry = entryAt(objects, tree, names);
    return entry === null ? null : `${entry.mode} ${entry.oid}`;
  };
