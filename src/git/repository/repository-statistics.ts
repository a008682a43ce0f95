// Statistics of a repository, which the outbox reports with every event.
import { countAheadBehind } from "../history/ahead-behind.ts";
import type { Oid } from "../objects/oid.ts";
import { inSlices } from "../slices.ts";
import type { Repository } from "./repository.ts";

export interface RepositoryStatistics {
  /** Number of commits that the default branch reaches. */
  readonly commitCount: number;
  /** Bytes of the repository's database. */
  readonly repositorySize: number;
}

/** The tip at the last count, and the number of commits it reached. */
interface Counted {
  readonly tip: Oid;
  readonly count: number;
}

/**
 * Number of commits that the default branch reaches; 0 without one. The count is stored, so that later calls walk only
 * the commits added and removed since then.
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

/** The setting is written by {@link countCommits}. */
function lastCounted(setting: string | null): Counted | null {
  return setting === null ? null : (JSON.parse(setting) as Counted);
}
