// What a merge knows of each path: the versions of the base and of both sides, and what becomes of them.
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, type TreeEntry } from "../objects/tree.ts";

export interface Version {
  readonly mode: number;
  readonly oid: Oid;
}

export type Side = 1 | 2;

/** By place: 0 the base, 1 our side, 2 their side. In masks they are the bits 1, 2 and 4. */
export type Stages = [base: Version | null, ours: Version | null, theirs: Version | null];

export const sides: readonly Side[] = [1, 2];

export const otherSide = (side: Side): Side => (side === 1 ? 2 : 1);

export const bitOf = (stage: number): number => 1 << stage;

export interface PathInfo {
  readonly stages: Stages;
  /** What each version's path is where it comes from: renames bring versions of other paths. */
  readonly origins: [ByteString, ByteString, ByteString];
  /** Which of the versions are files (or symlinks, or submodules), and which are trees. */
  fileMask: number;
  dirMask: number;
  /** Which two of the versions are the same, 0 for none: 3 base and ours, 5 base and theirs, 6 ours and theirs. */
  matchMask: number;
  /** A file on one side is a directory on another. */
  isFileAndDirectory: boolean;
  /** Renames leave it in conflict, whatever its content. */
  hasPathConflict: boolean;
  isResolved: boolean;
  /** What is there after the merge: null for nothing. */
  result: Version | null;
}

export const unresolvedPath = (path: ByteString, stages: Stages, fileMask: number, dirMask: number): PathInfo => ({
  stages,
  origins: [path, path, path],
  fileMask,
  dirMask,
  matchMask: 0,
  isFileAndDirectory: fileMask !== 0 && dirMask !== 0,
  hasPathConflict: false,
  isResolved: false,
  result: null,
});

export const resolvedPath = (path: ByteString, result: Version | null): PathInfo => ({
  ...unresolvedPath(path, [null, null, null], 0, 0),
  isResolved: true,
  result,
});

/** True also for two that are not there. */
export const isSameVersion = (one: Version | null, other: Version | null): boolean =>
  one?.mode === other?.mode && one?.oid === other?.oid;

/** Whether a file can be executed is no matter of its type. */
export const isSameType = (one: Version | null, other: Version | null): boolean => typeOf(one) === typeOf(other);

const typeOf = (version: Version | null) =>
  version?.mode === fileMode.executable ? fileMode.regular : (version?.mode ?? 0);

export const isRegular = (version: Version | null): boolean => typeOf(version) === fileMode.regular;

export const isTree = (entry: Version | TreeEntry | null | undefined): boolean => entry?.mode === fileMode.tree;

/** Empty at the top. */
export const directoryOf = (path: ByteString): ByteString => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

/** From the nearest up, without the top. */
export function* directoriesOf(path: ByteString): Generator<ByteString> {
  for (let slash = path.lastIndexOf("/"); slash >= 0; slash = path.lastIndexOf("/", slash - 1)) {
    yield path.slice(0, slash);
    if (slash === 0) return;
  }
}
