// The log of a repository by the paths people write.

import type { GraphCommit } from "../history/commit-graph.ts";
import { log } from "../history/log.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "./repository.ts";
import { entryAt, type PathNames, pathNames } from "./tree-path.ts";

export interface LogWishes {
  /** Empty for all commits; else those that change this file or something in this folder. */
  readonly path: string;
  /** Seconds since 1970, included. */
  readonly since: number | null;
  readonly until: number | null;
}

/** Newest first, lazily. The tip is there. */
export function* repositoryLog(repository: Repository, tip: Oid, wishes: LogWishes): Generator<GraphCommit> {
  const { since, until } = wishes;
  const names = pathNames(wishes.path);
  if (names === null) return;
  yield* log(repository.commits, tip, { since, until, ...(names.length > 0 && { pathIn: pathIn(repository, names) }) });
}

/** The newest commit that changed what the path names. It names something in the tip. */
export function lastCommitOf(repository: Repository, tip: Oid, path: string): Oid {
  const [last] = repositoryLog(repository, tip, { path, since: null, until: null }).take(1);
  if (last === undefined) throw new Error(`Nothing brought ${path} into ${tip}`);
  return last.oid;
}

const pathIn =
  ({ objects }: Repository, names: PathNames) =>
  (tree: Oid): string | null => {
    const entry = entryAt(objects, tree, names);
    return entry === null ? null : `${entry.mode} ${entry.oid}`;
  };
