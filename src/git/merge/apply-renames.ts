// Follows renames: merges the other side's change of a file at the new path of the file.
import type { Work } from "../budget.ts";
import type { FileSide } from "../diff/changed-pairs.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { ContentMerger } from "./merge-contents.ts";
import { isRegular, isSame, otherSide, type PathVersions, type Side, type ThreeWay, type Version } from "./versions.ts";

export interface RenamedPaths {
  /** The versions to merge, by path. */
  readonly paths: Map<ByteString, PathVersions>;
  /** Paths that conflict because of renames, whatever their content. */
  readonly conflicts: ByteString[];
}

/** Renamed files, by old path. */
export type RenamesBySide = Readonly<Record<Side, ReadonlyMap<ByteString, FileSide>>>;

/**
 * @param files those that both sides changed
 * @param renames of each side; renames of files that the other side did not change have no effect
 */
export function* applyRenames(
  files: ReadonlyMap<ByteString, ThreeWay<Version | null>>,
  renames: RenamesBySide,
  contents: ContentMerger,
): Work<RenamedPaths> {
  const paths = new Map([...files].map(([path, versions]) => [path, { ...nothingAt(path), ...versions }]));
  const follower = new RenameFollower(paths, contents);
  for (const from of [...files.keys()].sort()) {
    if (contents.gaveUp) break;
    const [ours, theirs] = [renames.ours.get(from), renames.theirs.get(from)];
    if (ours !== undefined && theirs !== undefined) yield* follower.followBoth(from, ours, theirs);
    else if (ours !== undefined) yield* follower.follow(from, ours, "ours");
    else if (theirs !== undefined) yield* follower.follow(from, theirs, "theirs");
  }
  return follower;
}

const nothingAt = (path: ByteString): PathVersions => ({
  base: null,
  ours: null,
  theirs: null,
  origins: sameOrigins(path),
});

const sameOrigins = (path: ByteString): ThreeWay<ByteString> => ({ base: path, ours: path, theirs: path });

class RenameFollower implements RenamedPaths {
  readonly paths: Map<ByteString, PathVersions>;
  readonly conflicts: ByteString[] = [];
  readonly #contents: ContentMerger;

  constructor(paths: Map<ByteString, PathVersions>, contents: ContentMerger) {
    this.paths = paths;
    this.#contents = contents;
  }

  /** Both sides renamed the file. */
  *followBoth(from: ByteString, ours: FileSide, theirs: FileSide): Work<void> {
    const source = this.#take(from);
    const [ourTarget, theirTarget] = [this.#versionsAt(ours, "ours"), this.#versionsAt(theirs, "theirs")];
    if (ours.path === theirs.path) {
      ourTarget.base = source.base;
      return;
    }
    const origins = { base: from, ours: ours.path, theirs: theirs.path };
    const { version, isClean } = yield* this.#contents.merge({ base: source.base, ours, theirs, origins }, "renamed");
    putMerged(ourTarget, "ours", version);
    // If the contents conflict, each path keeps its own version.
    if (isClean || !isSame(version, ours)) putMerged(theirTarget, "theirs", version);
    this.conflicts.push(from, ours.path, theirs.path);
  }

  /** One side renamed the file; the other edited, deleted or replaced it. */
  *follow(from: ByteString, to: FileSide, side: Side): Work<void> {
    const other = otherSide(side);
    const target = this.#versionsAt(to, side);
    const source = this.#take(from);
    const edited = source[other];
    if (edited === null) {
      this.conflicts.push(to.path);
      if (target[other] === null) bringBase(target, source, from);
    } else if (isRegular(edited) !== isRegular(to)) {
      // The other side replaced the file by one of another type, which stays; the renamed file counts as deleted there.
      this.conflicts.push(to.path);
      bringBase(target, source, from);
      this.paths.set(from, { ...source, base: null });
    } else if (target[other] === null) {
      bringBase(target, source, from);
      target[other] = edited;
      target.origins = { ...target.origins, [other]: from };
    } else {
      // The other side has its own file at the new path: merge the renamed file first, then that file with the result.
      const versions = { ...source, [side]: to, base: source.base, origins: { ...sameOrigins(from), [side]: to.path } };
      const { version, isClean } = yield* this.#contents.merge(withBoth(versions), "renamed");
      putMerged(target, side, version);
      if (!isClean) this.conflicts.push(to.path);
    }
  }

  /** Removes and returns the versions at the old path. */
  #take(path: ByteString): PathVersions {
    const versions = this.paths.get(path);
    if (versions === undefined) throw new Error(`"${path}" is not among the compared paths`);
    this.paths.set(path, nothingAt(path));
    return versions;
  }

  /** A path that was not compared exists only on this side. */
  #versionsAt({ path, mode, oid }: FileSide, side: Side): PathVersions {
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    const versions = { ...nothingAt(path), [side]: { mode, oid } };
    this.paths.set(path, versions);
    return versions;
  }
}

/** Puts merged content at the path of a renamed file. If both sides have the same file there, git keeps ours. */
function putMerged(target: PathVersions, side: Side, version: Version | null): void {
  if (!isSame(target.ours, target.theirs)) target[side] = version;
  else if (side === "ours") target.ours = target.theirs = version;
}

function bringBase(target: PathVersions, source: PathVersions, from: ByteString): void {
  target.base = source.base;
  target.origins = { ...target.origins, base: from };
}

function withBoth({ base, ours, theirs, origins }: PathVersions) {
  if (ours === null || theirs === null) throw new Error("A side of a content merge is missing");
  return { base, ours, theirs, origins };
}
