// Versions of a file in a three-way merge, and paths taken apart.
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";

/** What a tree holds at a path. */
export interface Version {
  readonly mode: number;
  readonly oid: Oid;
}

/** The two branches of a merge: "ours" is merged into, "theirs" is merged. */
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

/** The versions of a path, of which a rename may have brought some from another path. */
export interface PathVersions {
  base: Version | null;
  ours: Version | null;
  theirs: Version | null;
  /** The paths that the versions have in their own trees. */
  origins: ThreeWay<ByteString>;
  /** A rename has brought the base from another path. */
  isRenamed: boolean;
}

/** Also true for two that are absent. */
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
 * Works out answers for directories from top to bottom, each one once: many files share the directories above them.
 *
 * @param root the answer for the root
 * @param answerOf the answer for a directory, given that for the directory above
 */
export function fromTheTop<Answer>(
  root: Answer,
  answerOf: (directory: ByteString, above: Answer) => Answer,
): (directory: ByteString) => Answer {
  const answers = new Map<ByteString, Answer>([["", root]]);
  return (directory) => {
    const open: ByteString[] = [];
    let known = answers.get(directory);
    for (let above = directory; known === undefined; known = answers.get(above)) {
      open.push(above);
      above = directoryOf(above);
    }
    for (const below of open.reverse()) {
      known = answerOf(below, known);
      answers.set(below, known);
    }
    return known;
  };
}
