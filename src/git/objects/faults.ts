// The faults that an object can have, by the names of `git fsck`.

/**
 * Git's names of faults: all errors of `git fsck --strict` 2.39, and in addition
 * - `badFilemode`, only a warning in git: modes other than those git writes and the permissions that old tools gave;
 * - `largePathname`, a name of over 4096 bytes, and dates with a sign: newer versions of git refuse both;
 * - a `.gitmodules` or `.gitattributes` that is a tree or a submodule: reported for the tree, not for the blob.
 *
 * Git with default settings accepts all of these in a push as long as it can parse the objects.
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
 * Faults in the histories of well-known projects, harmless except that `git fsck` reports them in clones. GitLab
 * accepts them, too.
 */
export const historicalFaults: ReadonlySet<FaultId> = new Set([
  "badTimezone",
  "missingSpaceBeforeDate",
  "zeroPaddedFilemode",
]);
