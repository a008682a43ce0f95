// Lists branches and tags page by page.
import { Budget, type Work } from "../budget.ts";
import { type BranchRecord, mergedInto } from "../repository/branch-record.ts";
import { FittingCommits } from "../repository/fitting-commits.ts";
import { BRANCHES, type Ref, TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { type TagRecord, tagRecord } from "../repository/tag-record.ts";
import { inSlices } from "../slices.ts";

export interface RefPageOptions {
  /** Part of the name; empty for all. */
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface RefPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

export interface ListedBranch extends Omit<BranchRecord, "merged"> {
  /** As that of a {@link BranchRecord}; null if the history is too long to find out within {@link MERGED_BUDGET}. */
  readonly merged: boolean | null;
}

export interface BranchPage extends RefPage<ListedBranch> {
  readonly defaultBranch: string | null;
}

/** In steps: about 0.5 s. */
const MERGED_BUDGET = 50_000_000;

/** In bytewise order of their names. */
export async function pageOfBranches(repository: Repository, options: RefPageOptions): Promise<BranchPage> {
  const { refs, hasMore } = pageOf(repository, BRANCHES, options);
  return { rows: await inSlices(listed(repository, refs)), hasMore, defaultBranch: repository.refs.defaultBranch };
}

function* listed(repository: Repository, refs: readonly Ref[]): Work<ListedBranch[]> {
  const budget = new Budget(MERGED_BUDGET);
  const isMerged = mergedInto(repository, budget);
  const fitting = new FittingCommits(repository);
  const rows: ListedBranch[] = [];
  for (const { name: ref, oid } of refs) {
    const name = ref.slice(BRANCHES.length);
    const merged = yield* within(budget, isMerged(oid));
    rows.push({ name, commit: fitting.read(oid), merged, protection: repository.protectedBranches.get(name) });
  }
  return rows;
}

/** Null once the budget, which must be that of the work, is spent. */
function* within(budget: Budget, work: Work<boolean>): Work<boolean | null> {
  while (!budget.isSpent) {
    const { done, value } = work.next();
    if (done === true) return value;
    yield;
  }
  return null;
}

/** In bytewise order of their names, descending. */
export function pageOfTags(repository: Repository, options: RefPageOptions): RefPage<TagRecord> {
  const { refs, hasMore } = pageOf(repository, TAGS, options);
  const fitting = new FittingCommits(repository);
  return { rows: refs.map((ref) => tagRecord(repository, ref, fitting)), hasMore };
}

function pageOf({ refs }: Repository, folder: string, { search, offset, limit }: RefPageOptions) {
  const found: Ref[] = refs.page(folder, search, offset, limit + 1, folder === TAGS ? "desc" : "asc");
  return { refs: found.slice(0, limit), hasMore: found.length > limit };
}
