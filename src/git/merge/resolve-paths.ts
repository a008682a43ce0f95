// Decides what becomes of each path, and makes the trees of the result.
import type { Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { fileMode, type TreeEntry } from "../objects/tree.ts";
import type { ContentMerger, MergedVersion } from "./merge-contents.ts";
import { bitOf, directoryOf, isSameType, type PathInfo, type Stages, type Version } from "./paths.ts";
import type { PendingObjects } from "./pending-objects.ts";

export interface ResolvedPaths {
  /** With conflicts: what stands for the merge in the base of another one. */
  readonly tree: Oid;
  readonly conflicts: ByteString[];
}

export function* resolvePaths(
  paths: ReadonlyMap<ByteString, PathInfo>,
  contents: ContentMerger,
  objects: PendingObjects,
): Work<ResolvedPaths> {
  const resolver = new PathResolver(paths, contents, objects);
  for (const [path, info] of [...paths].sort(comparePaths).reverse()) {
    if (contents.gaveUp) break;
    yield* resolver.resolve(path, info);
  }
  return { tree: objects.addTree(resolver.entriesOf("")), conflicts: resolver.conflicts.reverse() };
}

/** Directories right before what is in them. */
function comparePaths([one]: readonly [ByteString, PathInfo], [other]: readonly [ByteString, PathInfo]): number {
  return `${one}/` < `${other}/` ? -1 : 1;
}

class PathResolver {
  readonly conflicts: ByteString[] = [];
  readonly #paths: ReadonlyMap<ByteString, PathInfo>;
  readonly #contents: ContentMerger;
  readonly #objects: PendingObjects;
  /** By directory: what is in it so far. */
  readonly #entries = new Map<ByteString, TreeEntry[]>();

  constructor(paths: ReadonlyMap<ByteString, PathInfo>, contents: ContentMerger, objects: PendingObjects) {
    this.#paths = paths;
    this.#contents = contents;
    this.#objects = objects;
  }

  entriesOf(directory: ByteString): readonly TreeEntry[] {
    return this.#entries.get(directory) ?? [];
  }

  /** Call it for what is in a directory before the directory. */
  *resolve(path: ByteString, info: PathInfo): Work<void> {
    const entries = this.entriesOf(path);
    if (entries.length > 0) info.result = { mode: fileMode.tree, oid: this.#objects.addTree(entries) };
    this.#entries.delete(path);
    if (info.isResolved) this.#record(path, info.result);
    else if (info.dirMask === 0) yield* this.#resolveFile(path, info);
    else yield* this.#resolveDirectory(path, info);
  }

  *#resolveDirectory(path: ByteString, info: PathInfo): Work<void> {
    const directory = info.result;
    this.#record(path, directory);
    if (info.fileMask === 0 || (directory !== null && info.fileMask === 1)) return;
    const file = withoutDirectories(info, directory !== null);
    if (directory === null) {
      yield* this.#resolveFile(path, file);
      return;
    }
    const side = (info.dirMask & bitOf(1)) !== 0 ? 2 : 1;
    yield* this.#resolveFile(this.#freePath(path, side), file);
  }

  /** A path for a file that has to make room. */
  #freePath(path: ByteString, side: 1 | 2): ByteString {
    const wanted = `${path}~Temporary merge branch ${side}`;
    let free = wanted;
    for (let suffix = 0; this.#paths.has(free); suffix++) free = `${wanted}_${suffix}`;
    return free;
  }

  *#resolveFile(path: ByteString, info: PathInfo): Work<void> {
    const { version, isClean } = yield* this.#decide(info);
    if (!isClean) this.conflicts.push(path);
    this.#record(path, version);
  }

  *#decide(info: PathInfo): Work<MergedVersion> {
    const { stages, origins, fileMask, matchMask } = info;
    const [base, ours, theirs] = stages;
    const mayBeClean = !info.isFileAndDirectory && !info.hasPathConflict;
    const inBase = this.#contents.depth > 0;
    if (matchMask === 6) return { version: ours, isClean: mayBeClean };
    if (matchMask !== 0) {
      const version = matchMask === 3 ? theirs : ours;
      return { version, isClean: mayBeClean || version === null };
    }
    switch (fileMask) {
      case 1:
        return { version: null, isClean: !info.hasPathConflict };
      case 2:
        return { version: ours, isClean: mayBeClean };
      case 4:
        return { version: theirs, isClean: mayBeClean };
      case 3:
        return { version: inBase ? base : ours, isClean: false };
      case 5:
        return { version: inBase ? base : theirs, isClean: false };
      default: {
        if (ours === null || theirs === null || !isSameType(ours, theirs)) return { version: base, isClean: false };
        const merged = yield* this.#contents.merge({ base, ours, theirs, origins }, 2 * this.#contents.depth);
        return { version: merged.version, isClean: merged.isClean && mayBeClean };
      }
    }
  }

  #record(path: ByteString, version: Version | null): void {
    if (version === null) return;
    const directory = directoryOf(path);
    const entries = this.#entries.get(directory) ?? [];
    const name = directory === "" ? path : path.slice(directory.length + 1);
    entries.push({ name, ...version });
    this.#entries.set(directory, entries);
  }
}

/** The file at a path that on some side is a directory. */
function withoutDirectories(info: PathInfo, isInTheWay: boolean): PathInfo {
  const stages = info.stages.map((version, stage) => ((info.fileMask & bitOf(stage)) === 0 ? null : version)) as Stages;
  return {
    ...info,
    stages,
    matchMask: info.matchMask & ~info.dirMask,
    dirMask: 0,
    isFileAndDirectory: isInTheWay,
    result: null,
  };
}
