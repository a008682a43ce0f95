// What can be wrong with an object, in the words of `git fsck`.

/**
 * Git's names for them: all that `git fsck --strict` 2.39 calls an error, and besides
 * - `badFilemode`, of which it only warns: modes beyond those git writes and the permissions old tools gave to files;
 * - `largePathname`, a name of over 4096 bytes, and dates with a sign, which newer versions refuse;
 * - a `.gitmodules` or `.gitattributes` that is a tree or a submodule, told with the tree rather than with its blob.
 *
 * Without its checks git itself takes all of this from a push as long as it can read the objects.
 */
export type FaultId =
  | "badDate"
  | "badDateOverflow"
  | "badEmail"
  | "badFilemode"
  | "badName"
  | "badObjectSha1"
  | "badParentSha1"
  | "badTimezone"
  | "badTree"
  | "badTreeSha1"
  | "badType"
  | "duplicateEntries"
  | "fullPathname"
  | "gitattributesBlob"
  | "gitattributesLarge"
  | "gitattributesLineLength"
  | "gitmodulesBlob"
  | "gitmodulesLarge"
  | "gitmodulesName"
  | "gitmodulesPath"
  | "gitmodulesSymlink"
  | "gitmodulesUpdate"
  | "gitmodulesUrl"
  | "hasDot"
  | "hasDotdot"
  | "hasDotgit"
  | "largePathname"
  | "missingAuthor"
  | "missingCommitter"
  | "missingEmail"
  | "missingNameBeforeEmail"
  | "missingObject"
  | "missingSpaceBeforeDate"
  | "missingSpaceBeforeEmail"
  | "missingTag"
  | "missingTagEntry"
  | "missingTree"
  | "missingType"
  | "missingTypeEntry"
  | "multipleAuthors"
  | "nulInCommit"
  | "nulInHeader"
  | "nullSha1"
  | "treeNotSorted"
  | "unterminatedHeader"
  | "zeroPaddedDate"
  | "zeroPaddedFilemode";

export interface ObjectFault {
  readonly id: FaultId;
  readonly text: string;
}

/**
 * Faults that histories of well-known projects have, harmless but for `git fsck` of their clones: what GitLab lets
 * through.
 */
export const historicalFaults: ReadonlySet<FaultId> = new Set([
  "badTimezone",
  "missingSpaceBeforeDate",
  "zeroPaddedFilemode",
]);
