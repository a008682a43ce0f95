// Searches the messages of commits, and the lines of files.
import { Budget, cost, type Work } from "../budget.ts";
import { pathText } from "../diff/paths.ts";
import { decodeText, isBinary } from "../diff/text.ts";
import { knownCommit } from "../history/commit-graph.ts";
import { reachable } from "../history/reachable.ts";
import type { Oid } from "../objects/oid.ts";
import { entryType } from "../objects/tree.ts";
import type { CommitRecord } from "../repository/commit-record.ts";
import { FittingCommits } from "../repository/fitting-commits.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { walkTree } from "../repository/tree-path.ts";
import { inSlices } from "../slices.ts";

/** The newest commits, whose messages are searched. */
const MOST_COMMITS = 2_000;
/** Results of a search. */
const MOST_FOUND = 100;
/** Bytes. A larger file is not searched. */
const MOST_FILE_BYTES = 1_048_576;
/** Lines shown before and after the one that is found. */
const CONTEXT = 2;
/** Characters of the lines shown. */
const MOST_SHOWN = 2_000;
/** About two seconds. */
const BUDGET = 200_000_000;

export interface SearchOptions {
  readonly revision: string;
  /** Case is ignored. */
  readonly text: string;
}

/** Newest first; none for an unknown revision. */
export async function searchCommits(repository: Repository, options: SearchOptions): Promise<CommitRecord[]> {
  const tip = resolveCommit(repository, options.revision);
  return tip === null ? [] : await inSlices(commitsWith(repository, tip, options.text.toLowerCase()));
}

function* commitsWith(repository: Repository, tip: Oid, text: string): Work<CommitRecord[]> {
  const budget = new Budget(Number.POSITIVE_INFINITY);
  const commits = new FittingCommits(repository);
  const found: CommitRecord[] = [];
  let searched = 0;
  for (const commit of reachable(repository.commits, [tip])) {
    if (commit === undefined || budget.endsSlice()) yield;
    if (commit === undefined) continue;
    if (++searched > MOST_COMMITS || found.length === MOST_FOUND) break;
    const record = commits.read(commit.oid);
    budget.spend(2 * cost.row + 2 * record.message.length);
    if (record.message.toLowerCase().includes(text)) found.push(record);
  }
  return found;
}

export interface FoundFile {
  readonly path: string;
  /** The first line that has the text, with those around it. */
  readonly lines: string;
  /** The number of the first one shown, from 1. */
  readonly startLine: number;
}

/** In the order of paths; binary files are left out. `too_much`: reading all files exceeds the budget. */
export async function searchFiles(
  repository: Repository,
  { revision, text }: SearchOptions,
): Promise<FoundFile[] | "too_much"> {
  const commit = resolveCommit(repository, revision);
  if (commit === null) return [];
  const { tree } = knownCommit(repository.commits, commit);
  return (await inSlices(filesWith(repository, tree, text.toLowerCase()))) ?? "too_much";
}

function* filesWith({ objects }: Repository, tree: Oid, text: string): Work<FoundFile[] | null> {
  const budget = new Budget(BUDGET);
  const found: FoundFile[] = [];
  for (const { path, oid, mode } of walkTree(objects, tree)) {
    if (budget.isSpent) return null;
    if (budget.endsSlice()) yield;
    budget.spend(cost.treeEntry + cost.row);
    if (entryType(mode) !== "blob") continue;
    const size = objects.blobSize(oid);
    if (size > MOST_FILE_BYTES) continue;
    // Inflated, decoded and lowered.
    budget.spend(3 * size * cost.byte + cost.row);
    const content = objects.blob(oid);
    const match = isBinary(content) ? null : firstMatch(decodeText(content), text);
    if (match !== null) found.push({ path: pathText(path), ...match });
    if (found.length === MOST_FOUND) break;
  }
  return found;
}

function firstMatch(content: string, text: string): Omit<FoundFile, "path"> | null {
  const lowered = content.toLowerCase();
  const at = lowered.indexOf(text);
  if (at < 0) return null;
  const line = lowered.slice(0, at).split("\n").length - 1;
  const start = Math.max(0, line - CONTEXT);
  const lines = content.split("\n").slice(start, line + CONTEXT + 1);
  return { lines: lines.join("\n").slice(0, MOST_SHOWN), startLine: start + 1 };
}
