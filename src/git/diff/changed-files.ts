// Which files differ between two trees: what `git diff -M --raw` tells, in its order.
import { unlimited, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import { changedPairs, type SidePair } from "./changed-pairs.ts";
import type { ObjectSource } from "./object-source.ts";
import { pathText } from "./paths.ts";
import { detectRenames } from "./renames.ts";

export interface FileChange {
  /** A file that becomes a symlink or a submodule, or the other way round, is one deleted and one added. */
  readonly status: "added" | "deleted" | "modified" | "renamed";
  /** For JSON and for people. Both are the same unless the file was renamed. */
  readonly old_path: string;
  readonly new_path: string;
  /** As in the trees. */
  readonly old_name: ByteString;
  readonly new_name: ByteString;
  /** 0 where there is no file. */
  readonly a_mode: number;
  readonly b_mode: number;
  readonly old_oid: Oid | null;
  readonly new_oid: Oid | null;
  /** Of a renamed file: per cent, rounded down. */
  readonly similarity: number | null;
}

export interface ChangedFiles {
  readonly files: FileChange[];
  /** There are more than `maxFiles`, or than budget and length of their paths allow; the list is their beginning, and renames were not looked for. */
  readonly truncated: boolean;
  /** There was too much to compare, so that only some renames (the exact ones at least) were found. */
  readonly renames_limited: boolean;
}

export interface ChangedFilesOptions {
  readonly detectRenames: boolean;
  /** A few small trees can hold any number of files. Default: 50,000. */
  readonly maxFiles?: number;
}

/** A few small trees can hold any number. */
const MOST_FILES = 50_000;

/** Steps that the search for renames with edits may take: a thousand files of 2 kB against another thousand. */
const MOST_RENAME_WORK = 100_000_000;

/** @param a the old tree, null for none */
export function* changedFiles(
  source: ObjectSource,
  a: Oid | null,
  b: Oid | null,
  { detectRenames: wantsRenames, maxFiles = MOST_FILES }: ChangedFilesOptions,
  budget = unlimited(),
): Work<ChangedFiles> {
  const { pairs, truncated } = yield* changedPairs(source, a, b, maxFiles, budget);
  if (truncated || !wantsRenames) {
    return { files: pairs.flatMap((pair) => presentPair(pair)), truncated, renames_limited: false };
  }
  const { renames, limited } = yield* detectRenames(source, pairs, budget.part(MOST_RENAME_WORK));
  const renamedAway = new Set([...renames.values()].map(({ a: old }) => old));
  const files = pairs.flatMap((pair) => {
    const rename = pair.b !== null && pair.a === null ? renames.get(pair.b) : undefined;
    if (rename !== undefined) return presentPair({ a: rename.a, b: pair.b }, rename.similarity);
    return pair.b === null && pair.a !== null && renamedAway.has(pair.a) ? [] : presentPair(pair);
  });
  return { files, truncated, renames_limited: limited };
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

/** Whether a file can be executed is no matter of its type. */
const typeOf = (mode: number): number => (mode === fileMode.executable ? fileMode.regular : mode);
