// Lists branches and tags page by page.
import { type BranchRecord, branchRecords } from "../repository/branch-record.ts";
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

export interface BranchPage extends RefPage<BranchRecord> {
  readonly defaultBranch: string | null;
}

/** In bytewise order of their names. */
export async function pageOfBranches(repository: Repository, options: RefPageOptions): Promise<BranchPage> {
  const { refs, hasMore } = pageOf(repository, BRANCHES, options);
  const rows = await inSlices(branchRecords(repository, refs));
  return { rows, hasMore, defaultBranch: repository.refs.defaultBranch };
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
