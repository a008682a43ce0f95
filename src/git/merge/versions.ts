// Versions of a file in a three-way merge, and path functions.
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";

/** The entry of a tree at a path. */
export interface Version {
  readonly mode: number;
  readonly oid: Oid;
}

/** The sides of a merge: "theirs" is merged into "ours". */
export type Side = "ours" | "theirs";

export const sides: readonly Side[] = ["ours", "theirs"];

export const otherSide = (side: Side): Side => (side === "ours" ? "theirs" : "ours");

/** One value for the merge base and one for each side. */
export interface ThreeWay<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

export const mapThree = <T, U>({ base, ours, theirs }: ThreeWay<T>, map: (one: T) => U): ThreeWay<U> => ({
  base: map(base),
  ours: map(ours),
  theirs: map(theirs),
});

/** The versions to merge at a path; a rename may have brought some of them from another path. */
export interface PathVersions {
  base: Version | null;
  ours: Version | null;
  theirs: Version | null;
  /** The path of each version in its own tree. */
  origins: ThreeWay<ByteString>;
}

/** Also true if both are null. */
export const isSame = (one: Version | null, other: Version | null): boolean =>
  one?.mode === other?.mode && one?.oid === other?.oid;

/** The executable bit does not change the type of a file. */
export const isSameType = (one: Version | null, other: Version | null): boolean => typeOf(one) === typeOf(other);

export const isRegular = (version: Version | null): boolean => typeOf(version) === fileMode.regular;

const typeOf = (version: Version | null) =>
  version?.mode === fileMode.executable ? fileMode.regular : (version?.mode ?? 0);

export const joinPath = (directory: ByteString, name: ByteString): ByteString =>
  directory === "" ? name : `${directory}/${name}`;

/** Empty for the root. */
export const directoryOf = (path: ByteString): ByteString => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

/**
 * Computes values for directories from the root down, each once, because many files share their parent directories.
 *
 * @param root value of the root
 * @param computeValue returns the value of a directory, given that of its parent
 */
export function fromTheTop<Value>(
  root: Value,
  computeValue: (directory: ByteString, above: Value) => Value,
): (directory: ByteString) => Value {
  const values = new Map<ByteString, Value>([["", root]]);
  return (directory) => {
    const open: ByteString[] = [];
    let known = values.get(directory);
    for (let above = directory; known === undefined; known = values.get(above)) {
      open.push(above);
      above = directoryOf(above);
    }
    for (const below of open.reverse()) {
      known = computeValue(below, known);
      values.set(below, known);
    }
    return known;
  };
}
