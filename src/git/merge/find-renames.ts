// Finds the renames of one side that a merge needs, in the steps that Elijah Newren describes in "Optimizing git's
// merge machinery" (Palantir blog, 2021): identical files, then files that kept their name, then the most similar of
// the files that the merge still needs. Git breaks ties between candidates by the order in which it meets them. Where
// that order is unknown (meeting-order.ts), the file is reported as undecided.
import type { Work } from "../budget.ts";
import type { FileSide } from "../diff/changed-pairs.ts";
import { contentKey } from "../diff/identical-files.ts";
import { baseName } from "../diff/paths.ts";
import { type Candidate, compareCandidates } from "../diff/rename-candidates.ts";
import { leastScoreOfNamesakes, type RenameSearch } from "../diff/renames.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { MeetingOrder } from "./meeting-order.ts";
import { directoryOf, joinPath } from "./versions.ts";

/** The reason why a merge needs to know where a deleted file went. */
export type Need =
  /** The other side changed or deleted it. */
  | "content"
  /** The other side added files to its directory or to one above, and that directory may have been renamed. */
  | "directory";

export interface RenameTask {
  /** Over the files that are not empty, sorted by `order`. */
  readonly search: RenameSearch;
  readonly order: MeetingOrder;
  readonly needOf: (deleted: FileSide) => Need | null;
  /**
   * True for a merge of merge bases. In that case git stops searching similar files for those needed only because of
   * their directory, as soon as enough other files determine where the directory went.
   */
  readonly isInBase: boolean;
  /** True if the side still has the directory. */
  readonly hasDirectory: (path: ByteString) => boolean;
}

export interface SideRenames {
  /** Pairs of the old and the new file. */
  readonly renames: readonly (readonly [from: FileSide, to: FileSide])[];
  /** Deleted files that the merge needs and for which git's choice among several files is unknown. */
  readonly undecided: readonly ByteString[];
}

/** Git compares no files if there are more pairs of a deleted and an added file than the square of this. */
export const renameLimit = 7000;
/** Git considers no more identical files than this when it looks for one with the same name. */
const mostAlternatives = 100;

export function* findRenames(task: RenameTask): Work<SideRenames> {
  const finder = new RenameFinder(task);
  yield* finder.pairIdentical();
  yield* finder.pairNamesakes();
  yield* finder.pairSimilar();
  return finder;
}

class RenameFinder implements SideRenames {
  readonly undecided: ByteString[] = [];
  readonly #task: RenameTask;
  readonly #search: RenameSearch;
  /** Files that may or may not belong to a pair of identical files. */
  readonly #uncertain = new Set<FileSide>();

  constructor(task: RenameTask) {
    this.#task = task;
    this.#search = task.search;
  }

  get renames(): SideRenames["renames"] {
    return [...this.#search.renames].map(([to, { a }]) => [a, to] as const);
  }

  *pairIdentical(): Work<void> {
    const addedByContent = Map.groupBy(this.#search.added, contentKey);
    for (const [content, deleted] of Map.groupBy(this.#search.deleted, contentKey)) {
      const added = addedByContent.get(content) ?? [];
      if (added.length === 0 || this.#isOrderKnown(deleted, added) || hasOneNamesakeEach(deleted, added)) continue;
      for (const file of deleted) this.#leaveOpen(file);
      if (deleted.length !== added.length) for (const file of [...deleted, ...added]) this.#uncertain.add(file);
    }
    yield* this.#search.pairIdentical();
  }

  #isOrderKnown(deleted: readonly FileSide[], added: readonly FileSide[]): boolean {
    return this.#task.order.isKnown(deleted) && this.#task.order.isKnown(added);
  }

  #leaveOpen(file: FileSide): void {
    if (this.#task.needOf(file) !== null) this.undecided.push(file.path);
  }

  /**
   * Pairs files of a name that only one deleted and one added file have, or else a file with its namesake in the
   * directory that its own directory was probably renamed to.
   */
  *pairNamesakes(): Work<void> {
    const { deleted, added } = this.#search;
    const deletedByName = Map.groupBy(deleted, ({ path }) => baseName(path));
    const addedByName = Map.groupBy(added, ({ path }) => baseName(path));
    const addedByPath = new Map(added.map((file) => [file.path, file]));
    const uncertainNames = new Set([...this.#uncertain].map(({ path }) => baseName(path)));
    const guess = this.#directoryGuesses();
    const claims = new Map<FileSide, FileSide[]>();
    for (const from of deleted) {
      if (this.#task.needOf(from) === null) continue;
      const name = baseName(from.path);
      const namesakes = addedByName.get(name) ?? [];
      const isOnly = namesakes.length === 1 && deletedByName.get(name)?.length === 1;
      const directories = isOnly ? [] : guess(directoryOf(from.path));
      const guessed = directories.flatMap((directory) => addedByPath.get(joinPath(directory, name)) ?? []);
      const [to] = isOnly ? namesakes : guessed;
      if (uncertainNames.has(name) || (to !== undefined && directories.length > 1)) this.#leaveOpen(from);
      else if (to !== undefined) claims.set(to, [...(claims.get(to) ?? []), from]);
    }
    for (const [to, froms] of claims) {
      if (!this.#task.order.isKnown(froms)) for (const from of froms) this.#leaveOpen(from);
      for (const from of froms) {
        if (yield* this.#search.pairIfSimilar(from, to, leastScoreOfNamesakes)) break;
      }
    }
    this.#search.dropPaired();
  }

  /** @returns for a directory that no longer exists, the directories that received most of its identical files */
  #directoryGuesses(): (directory: ByteString) => readonly ByteString[] {
    const renames = Map.groupBy(this.renames, ([from]) => directoryOf(from.path));
    return (directory) => {
      const files = renames.get(directory);
      if (files === undefined || this.#task.hasDirectory(directory)) return [];
      const targets = [...Map.groupBy(files, ([, to]) => directoryOf(to.path))];
      const most = Math.max(...targets.map(([, moved]) => moved.length));
      return targets.filter(([, moved]) => moved.length === most).map(([target]) => target);
    };
  }

  /** Pairs the remaining files that the merge needs with the most similar added files, best pairs first. */
  *pairSimilar(): Work<void> {
    const search = this.#search;
    search.keepDeleted((file) => this.#task.needOf(file) !== null);
    if (search.deleted.length * search.added.length > renameLimit ** 2) return;
    const candidates = yield* search.candidates();
    if (this.#task.isInBase) this.#leaveRivalsOpen(candidates);
    if (search.crowded.size > 0 && !this.#task.order.isKnown(search.deleted)) {
      for (const { a, b } of candidates) if (search.crowded.has(b)) this.#leaveOpen(a);
    }
    for (const equals of splitEqual(candidates)) this.#pairEqual(equals);
  }

  /** Marks files as undecided that git may have left out, if another file might have been paired instead. */
  #leaveRivalsOpen(candidates: readonly Candidate[]): void {
    const { needOf } = this.#task;
    for (const rivals of Map.groupBy(candidates, ({ b }) => b).values()) {
      if (rivals.some(({ a }) => needOf(a) === "content")) {
        for (const { a } of rivals) if (needOf(a) === "directory") this.#leaveOpen(a);
      }
    }
  }

  /** @param equals equally good candidates, in the order in which git meets them */
  #pairEqual(equals: readonly Candidate[]): void {
    const search = this.#search;
    const free = equals.filter(({ a, b }) => !search.isPaired(a) && !search.isPaired(b));
    const [byOld, byNew] = [Map.groupBy(free, ({ a }) => a), Map.groupBy(free, ({ b }) => b)];
    const rivals = free.filter(({ a, b }) => byOld.get(a)?.length !== 1 || byNew.get(b)?.length !== 1);
    const isKnown = this.#isOrderKnown(
      rivals.map(({ a }) => a),
      rivals.map(({ b }) => b),
    );
    if (!isKnown) for (const { a } of rivals) this.#leaveOpen(a);
    for (const { a, b, score } of free) {
      if (this.#uncertain.has(a) || this.#uncertain.has(b)) this.#leaveOpen(a);
      if (!search.isPaired(a) && !search.isPaired(b)) search.pair(a, b, score);
    }
  }
}

/**
 * True if identical files can be paired without knowing the order: each added file has exactly one namesake among the
 * deleted files, and no two added files share a name.
 */
function hasOneNamesakeEach(deleted: readonly FileSide[], added: readonly FileSide[]): boolean {
  const byName = Map.groupBy(deleted, ({ path }) => baseName(path));
  const names = new Set(added.map(({ path }) => baseName(path)));
  if (deleted.length > mostAlternatives || names.size < added.length) return false;
  return added.every(({ path }) => byName.get(baseName(path))?.length === 1);
}

/** Splits a sorted list into groups of equally good candidates. */
function splitEqual(sorted: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  for (const candidate of sorted) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && compareCandidates(last, candidate) === 0) groups.at(-1)?.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}
