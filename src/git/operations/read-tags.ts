// Lists and finds tags.
import { cost, unlimited, type Work } from "../budget.ts";
import { FittingCommits } from "../repository/fitting-commits.ts";
import { TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type TagRecord, tagRecord } from "../repository/tag-record.ts";
import { inSlices } from "../slices.ts";

/** In descending bytewise order of their names. */
export const listTags = (repository: Repository): Promise<TagRecord[]> => inSlices(tagRecords(repository));

function* tagRecords(repository: Repository): Work<TagRecord[]> {
  const budget = unlimited();
  const fitting = new FittingCommits(repository);
  const records: TagRecord[] = [];
  for (const ref of repository.refs.list(TAGS).reverse()) {
    records.push(tagRecord(repository, ref, fitting));
    budget.spend(4 * cost.row);
    if (budget.endsSlice()) yield;
  }
  return records;
}

/** @param name short name, such as `v1.0` @returns null when the tag does not exist */
export function findTag(repository: Repository, name: string): TagRecord | null {
  const ref = repository.refs.get(TAGS + name);
  return ref === null ? null : tagRecord(repository, ref);
}

/** At most a page of names. Names without a tag are left out. */
export function findTags(repository: Repository, names: readonly string[]): TagRecord[] {
  const fitting = new FittingCommits(repository);
  return names.flatMap((name) => {
    const ref = repository.refs.get(TAGS + name);
    return ref === null ? [] : [tagRecord(repository, ref, fitting)];
  });
}
