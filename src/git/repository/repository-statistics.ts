// How large a repository is: told to the database with whatever happens to it.
import { countAheadBehind } from "../history/ahead-behind.ts";
import type { Oid } from "../objects/oid.ts";
import { inSlices } from "../slices.ts";
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
  const { ahead, behind } = await inSlices(countAheadBehind(commits, tip, last?.tip ?? null));
  const count = (last?.count ?? 0) + ahead - behind;
  settings.set("commit_count", JSON.stringify({ tip, count }));
  return count;
}

/** Written by {@link countCommits}. */
function lastCounted(setting: string | null): Counted | null {
  return setting === null ? null : (JSON.parse(setting) as Counted);
}
