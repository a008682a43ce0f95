// Brings together what belongs together: what one side did to a file, and the place to which the other side moved it.
import type { Work } from "../budget.ts";
import type { FileSide } from "../diff/changed-files.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { SideRenames } from "./find-renames.ts";
import type { ContentMerger, FileVersions } from "./merge-contents.ts";
import { bitOf, isRegular, isSameVersion, otherSide, type PathInfo, type Side, sides, type Version } from "./paths.ts";

interface Rename {
  readonly side: Side;
  readonly from: ByteString;
  readonly to: ByteString;
}

export function* applyRenames(
  paths: ReadonlyMap<ByteString, PathInfo>,
  renames: Readonly<Record<Side, SideRenames>>,
  contents: ContentMerger,
): Work<void> {
  const ordered = sides.flatMap((side) => renames[side].arrivals.flatMap(({ from, to }) => renameOf(side, from, to)));
  ordered.sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0));
  for (let index = 0; index < ordered.length && !contents.gaveUp; index++) {
    const rename = ordered[index];
    const source = rename && paths.get(rename.from);
    // Resolved: the other side did nothing to it.
    if (rename === undefined || source === undefined || source.isResolved) continue;
    const next = ordered[index + 1];
    if (next?.from === rename.from) {
      yield* joinTwoRenames(paths, source, rename, next, contents);
      index++;
    } else {
      yield* applyRename(source, known(paths, rename.to), rename, contents);
    }
  }
}

const renameOf = (side: Side, from: FileSide | null, to: FileSide): Rename[] =>
  from === null ? [] : [{ side, from: from.path, to: to.path }];

function known(paths: ReadonlyMap<ByteString, PathInfo>, path: ByteString): PathInfo {
  const info = paths.get(path);
  if (info === undefined) throw new Error(`A file was renamed to ${path}, which the merge did not walk`);
  return info;
}

/** Both sides renamed the file. */
function* joinTwoRenames(
  paths: ReadonlyMap<ByteString, PathInfo>,
  source: PathInfo,
  ours: Rename,
  theirs: Rename,
  contents: ContentMerger,
): Work<void> {
  const [ourInfo, theirInfo] = [known(paths, ours.to), known(paths, theirs.to)];
  if (ours.to === theirs.to) {
    ourInfo.stages[0] = source.stages[0];
    ourInfo.fileMask |= 1;
    removeSource(source);
    return;
  }
  const versions = {
    base: source.stages[0],
    ours: present(ourInfo, 1),
    theirs: present(theirInfo, 2),
    origins: [ours.from, ours.to, theirs.to],
  } as const;
  const { version, isClean } = yield* contents.merge(versions, 1 + 2 * contents.depth);
  // Where contents cannot be merged each place keeps its own.
  const isUnmerged = !isClean && isSameVersion(version, versions.ours);
  ourInfo.stages[1] = version;
  theirInfo.stages[2] = isUnmerged ? versions.theirs : version;
  for (const info of [ourInfo, theirInfo, source]) info.hasPathConflict = true;
}

function* applyRename(
  source: PathInfo,
  target: PathInfo,
  { side, from, to }: Rename,
  contents: ContentMerger,
): Work<void> {
  const other = otherSide(side);
  const isDeleted = source.fileMask === 1;
  const isRetyped = !isDeleted && isRegular(source.stages[other]) !== isRegular(target.stages[side]);
  // With another type at the old path it was renamed by both sides: what is at the new path belongs together.
  const collides = (target.fileMask & bitOf(other)) !== 0 && !isRetyped;
  if (collides && isDeleted) {
    target.hasPathConflict = true;
  } else if (collides) {
    const versions = versionsOf(source, target, side, from, to);
    const { version, isClean } = yield* contents.merge(versions, 1 + 2 * contents.depth);
    target.stages[side] = version;
    // Git overlooks this one when both sides have the same at the new path, and takes the markers for a clean merge.
    if (!isClean) target.hasPathConflict = true;
  } else {
    target.stages[0] = source.stages[0];
    target.origins[0] = from;
    target.fileMask |= 1;
    if (isRetyped) {
      source.stages[0] = null;
      source.fileMask &= 6;
    } else if (isDeleted) {
      target.hasPathConflict = true;
    } else {
      target.stages[other] = source.stages[other];
      target.origins[other] = from;
      target.fileMask |= bitOf(other);
    }
  }
  if (!isRetyped) removeSource(source);
}

function versionsOf(source: PathInfo, target: PathInfo, side: Side, from: ByteString, to: ByteString): FileVersions {
  const isOurs = side === 1;
  return {
    base: source.stages[0],
    ours: present(isOurs ? target : source, 1),
    theirs: present(isOurs ? source : target, 2),
    origins: isOurs ? [from, to, from] : [from, from, to],
  };
}

function present(info: PathInfo, side: Side): Version {
  const version = info.stages[side];
  if (version === null) throw new Error("A renamed file is not there");
  return version;
}

function removeSource(source: PathInfo): void {
  source.result = null;
  source.isResolved = true;
}
