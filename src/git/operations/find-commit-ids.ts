// Finds the commits whose ids, or prefixes of them, are written in texts.
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "../repository/repository.ts";
import { commitWithId } from "../repository/revision.ts";

/** More are ignored. */
const MOST_IDS = 200;

/** The full id for each that names exactly one commit. */
export function findCommitIds(repository: Repository, written: readonly string[]): Record<string, Oid> {
  const found: Record<string, Oid> = {};
  for (const id of written.slice(0, MOST_IDS)) {
    const oid = commitWithId(repository, id);
    if (oid !== null) found[id] = oid;
  }
  return found;
}
