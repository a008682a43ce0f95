// Limits of one push.
import { GitError } from "../git-error.ts";

export interface PackLimits {
  /** Number of objects in a pack. */
  readonly objects: number;
  /** Bytes of the pack as sent. */
  readonly packBytes: number;
  /** Inflated bytes of one object; {@link MOST_CHECKED_BYTES} is stricter for commits, tags and trees. */
  readonly objectBytes: number;
  /** Inflated bytes of all objects: bounds the work that a small pack can cause. */
  readonly unpackedBytes: number;
}

const MEGABYTE = 1024 * 1024;

export const pushLimits: PackLimits = {
  objects: 100_000,
  packBytes: 90 * MEGABYTE,
  objectBytes: 20 * MEGABYTE,
  unpackedBytes: 4 * 1024 * MEGABYTE,
};

/** Bytes of a commit, a tag or a tree: each of them is checked in one time slice. */
export const MOST_CHECKED_BYTES = 5 * MEGABYTE;

export const checkedTooLarge = (type: string, oid: string, size: number) =>
  new GitError(
    "limit",
    `The ${type} ${oid} has ${megabytes(size)}; it can have ${megabytes(MOST_CHECKED_BYTES)} at most.`,
  );

export const tooManyObjects = (objects: number, limits: PackLimits) =>
  new GitError("limit", `This push has ${objects} objects; at most ${limits.objects} can be pushed at once.`);

export const packTooLarge = (limits: PackLimits) =>
  new GitError(
    "limit",
    `This push is larger than ${megabytes(limits.packBytes)}, the most that can be pushed at once.`,
  );

export const objectTooLarge = (what: string, size: number, limits: PackLimits) =>
  new GitError("limit", `${what} has ${megabytes(size)}; a file can have ${megabytes(limits.objectBytes)} at most.`);

export const unpacksToTooMuch = (limits: PackLimits) =>
  new GitError(
    "limit",
    `This push unpacks to more than ${megabytes(limits.unpackedBytes)}, the most that can be pushed at once.`,
  );

/** Without the second option, git sends the deltas of a pack that has a bitmap as they are. */
export const readsTooMuchAgain = () =>
  new GitError(
    "limit",
    "This push reads large files too often. Push without deltas: git -c pack.depth=0 -c pack.allowPackReuse=false push",
  );

const megabytes = (bytes: number) => `${Math.ceil((bytes / MEGABYTE) * 10) / 10} MB`;
