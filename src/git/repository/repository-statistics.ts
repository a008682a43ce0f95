// How large a repository is: told to the database with whatever happens to it.
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import { FlaggedWalk } from "../history/flagged-walk.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "./repository.ts";

export interface RepositoryStatistics {
  /** The commits that the default branch reaches. */
  readonly commitCount: number;
  /** Bytes of the database that the repository lies in. */
  readonly repositorySize: number;
}

/** How many commits a commit reached when they were counted last. */
interface Counted {
  readonly tip: Oid;
  readonly count: number;
}

/**
 * The commits that the default branch reaches; 0 while there is none. The count is kept: what is walked is what the
 * branch has gained and lost since it was counted last, the whole history only the first time.
 */
export async function countCommits({ refs, commits, settings }: Repository): Promise<number> {
  const tip = refs.head === null ? undefined : refs.get(refs.head)?.oid;
  if (tip === undefined) return 0;
  const last = lastCounted(settings.get("commit_count"));
  if (last?.tip === tip) return last.count;
  const count = (last?.count ?? 0) + (await countGained(commits, tip, last?.tip));
  settings.set("commit_count", JSON.stringify({ tip, count }));
  return count;
}

/** Written by {@link countCommits}. */
function lastCounted(setting: string | null): Counted | null {
  return setting === null ? null : (JSON.parse(setting) as Counted);
}

const fromTip = 1;
const fromLast = 2;

/** So many commits, some 20 ms of CPU time, are counted before other requests get their turn. */
const SLICE = 4_000;

/** How many more commits one reaches than the other, or than nothing. Both are there, or this throws. */
async function countGained(graph: CommitGraph, tip: Oid, last: Oid | undefined): Promise<number> {
  const walk = new FlaggedWalk(graph, fromTip | fromLast);
  walk.add(knownCommit(graph, tip).id, fromTip);
  if (last !== undefined) walk.add(knownCommit(graph, last).id, fromLast);
  let gained = 0;
  let walked = 0;
  for (let step = walk.next(); step !== null; step = walk.next()) {
    if (step.flags === fromTip) gained++;
    if (step.flags === fromLast) gained--;
    for (const parent of step.commit.parents) walk.add(parent, step.flags);
    walked++;
    if (walked % SLICE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return gained;
}
