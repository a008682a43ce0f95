// The files that differ between two trees, like `git diff -M --raw` and in its order.
import { unlimited, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import { changedPairs, type SidePair } from "./changed-pairs.ts";
import type { ObjectSource } from "./object-source.ts";
import { pathText } from "./paths.ts";
import { detectRenames } from "./renames.ts";

export interface FileChange {
  /** A change of type, such as from a file to a symlink or a submodule, counts as one deleted and one added file. */
  readonly status: "added" | "deleted" | "modified" | "renamed";
  /** Decoded for display and JSON. The two differ only for a renamed file. */
  readonly old_path: string;
  readonly new_path: string;
  /** The bytes in the trees. */
  readonly old_name: ByteString;
  readonly new_name: ByteString;
  /** 0 where the file does not exist. */
  readonly a_mode: number;
  readonly b_mode: number;
  readonly old_oid: Oid | null;
  readonly new_oid: Oid | null;
  /** Similarity of a renamed file in per cent, rounded down. */
  readonly similarity: number | null;
}

export interface ChangedFiles {
  readonly files: FileChange[];
  /**
   * True if `files` was cut at `maxFiles`, at the budget, or at the total length of the paths; then no renames are
   * sought.
   */
  readonly truncated: boolean;
}

export interface ChangedFilesOptions {
  readonly detectRenames: boolean;
  /** Needed because a few small trees can contain any number of files. Default: 50,000. */
  readonly maxFiles?: number;
}

const DEFAULT_MAX_FILES = 50_000;

/** Budget for finding renames with edits, in steps: a thousand files of 2 kB compared with another thousand. */
const MOST_RENAME_WORK = 100_000_000;

/** @param a the old tree; null for an empty one */
export function* changedFiles(
  source: ObjectSource,
  a: Oid | null,
  b: Oid | null,
  { detectRenames: wantsRenames, maxFiles = DEFAULT_MAX_FILES }: ChangedFilesOptions,
  budget = unlimited(),
): Work<ChangedFiles> {
  const { pairs, truncated } = yield* changedPairs(source, a, b, maxFiles, budget);
  if (truncated || !wantsRenames) {
    return { files: pairs.flatMap((pair) => presentPair(pair)), truncated };
  }
  const renames = yield* detectRenames(source, pairs, budget.part(MOST_RENAME_WORK));
  const renamedAway = new Set([...renames.values()].map(({ a: old }) => old));
  const files = pairs.flatMap((pair) => {
    const rename = pair.b !== null && pair.a === null ? renames.get(pair.b) : undefined;
    if (rename !== undefined) return presentPair({ a: rename.a, b: pair.b }, rename.similarity);
    return pair.b === null && pair.a !== null && renamedAway.has(pair.a) ? [] : presentPair(pair);
  });
  return { files, truncated };
}

function presentPair({ a, b }: SidePair, similarity: number | null = null): FileChange[] {
  if (a !== null && b !== null && typeOf(a.mode) !== typeOf(b.mode)) {
    return [...presentPair({ a, b: null }), ...presentPair({ a: null, b })];
  }
  const old_name = a?.path ?? b?.path ?? "";
  const new_name = b?.path ?? old_name;
  const old_path = pathText(old_name);
  return [
    {
      status: a === null ? "added" : b === null ? "deleted" : similarity === null ? "modified" : "renamed",
      old_path,
      new_path: new_name === old_name ? old_path : pathText(new_name),
      old_name,
      new_name,
      a_mode: a?.mode ?? 0,
      b_mode: b?.mode ?? 0,
      old_oid: a?.oid ?? null,
      new_oid: b?.oid ?? null,
      similarity,
    },
  ];
}

/** The executable bit does not change the type of a file. */
const typeOf = (mode: number): number => (mode === fileMode.executable ? fileMode.regular : mode);
