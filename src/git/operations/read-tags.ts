// Tells of tags.
import { TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type TagRecord, tagRecord } from "../repository/tag-record.ts";

/** By name, byte by byte, the last first. */
export const listTags = (repository: Repository): TagRecord[] =>
  repository.refs
    .list(TAGS)
    .reverse()
    .map((ref) => tagRecord(repository, ref));

/** @param name `v1.0`. Null when there is no such tag */
export function findTag(repository: Repository, name: string): TagRecord | null {
  const ref = repository.refs.get(TAGS + name);
  return ref === null ? null : tagRecord(repository, ref);
}
