// Finds the renames of one side that a merge needs. The steps are those that Elijah Newren describes in "Optimizing git's
// merge machinery" (Palantir blog, 2021): identical files, then files that kept their name, then the most similar of all
// that the merge still needs. Of candidates that are equally good git takes the one it meets first. Where that one is not
// known (meeting-order.ts) the file is reported as undecided.
import type { Work } from "../budget.ts";
import type { FileSide } from "../diff/changed-pairs.ts";
import {
  baseName,
  type Candidate,
  compareCandidates,
  contentKey,
  leastScoreOfNamesakes,
  type RenameSearch,
} from "../diff/renames.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { MeetingOrder } from "./meeting-order.ts";
import { directoryOf, joinPath } from "./versions.ts";

/** Why a merge needs to know where a deleted file went. */
export type Need =
  /** The other side changed or deleted it. */
  | "content"
  /** The other side added files to its directory or to one above, which may have been renamed. */
  | "directory";

export interface RenameQuestion {
  /** Of the files that are not empty, in the order that follows. */
  readonly search: RenameSearch;
  readonly order: MeetingOrder;
  readonly needOf: (deleted: FileSide) => Need | null;
  /**
   * Whether it is merge bases that are merged. There git leaves files that only their directory needs out of the search
   * for similar ones as soon as enough others tell where the directory went.
   */
  readonly isInBase: boolean;
  /** Whether the side still has the directory. */
  readonly hasDirectory: (path: ByteString) => boolean;
}

export interface SideRenames {
  /** Old and new file. */
  readonly renames: readonly (readonly [from: FileSide, to: FileSide])[];
  /** Deleted files that the merge needs and for which it is not known which of several files git would choose. */
  readonly undecided: readonly ByteString[];
}

/** With more deleted files times added files than its square, git compares none of them. */
export const renameLimit = 7000;
/** Git looks at no more identical files than this for one with the same name. */
const mostAlternatives = 100;

export function* findRenames(question: RenameQuestion): Work<SideRenames> {
  const finder = new RenameFinder(question);
  yield* finder.pairIdentical();
  yield* finder.pairNamesakes();
  yield* finder.pairSimilar();
  return finder;
}

class RenameFinder implements SideRenames {
  readonly undecided: ByteString[] = [];
  readonly #question: RenameQuestion;
  readonly #search: RenameSearch;
  /** Files for which it is not known whether they are one of a pair of identical files. */
  readonly #uncertain = new Set<FileSide>();

  constructor(question: RenameQuestion) {
    this.#question = question;
    this.#search = question.search;
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
    return this.#question.order.isKnown(deleted) && this.#question.order.isKnown(added);
  }

  #leaveOpen(file: FileSide): void {
    if (this.#question.needOf(file) !== null) this.undecided.push(file.path);
  }

  /** Pairs two files that no other shares its name with, or one with its namesake where its directory seems to be now. */
  *pairNamesakes(): Work<void> {
    const { deleted, added } = this.#search;
    const deletedByName = Map.groupBy(deleted, ({ path }) => baseName(path));
    const addedByName = Map.groupBy(added, ({ path }) => baseName(path));
    const addedByPath = new Map(added.map((file) => [file.path, file]));
    const uncertainNames = new Set([...this.#uncertain].map(({ path }) => baseName(path)));
    const guess = this.#directoryGuesses();
    const claims = new Map<FileSide, FileSide[]>();
    for (const from of deleted) {
      if (this.#question.needOf(from) === null) continue;
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
      if (!this.#question.order.isKnown(froms)) for (const from of froms) this.#leaveOpen(from);
      for (const from of froms) {
        if (yield* this.#search.pairIfSimilar(from, to, leastScoreOfNamesakes)) break;
      }
    }
    this.#search.dropPaired();
  }

  /** @returns for a directory that is gone: where most of its identical files are, several where as many went */
  #directoryGuesses(): (directory: ByteString) => readonly ByteString[] {
    const renames = Map.groupBy(this.renames, ([from]) => directoryOf(from.path));
    return (directory) => {
      const files = renames.get(directory);
      if (files === undefined || this.#question.hasDirectory(directory)) return [];
      const targets = [...Map.groupBy(files, ([, to]) => directoryOf(to.path))];
      const most = Math.max(...targets.map(([, moved]) => moved.length));
      return targets.filter(([, moved]) => moved.length === most).map(([target]) => target);
    };
  }

  /** Pairs the files that are left and needed with the most similar new ones, the best pairs first. */
  *pairSimilar(): Work<void> {
    const search = this.#search;
    search.keepDeleted((file) => this.#question.needOf(file) !== null);
    if (search.deleted.length * search.added.length > renameLimit ** 2) return;
    const candidates = yield* search.candidates();
    if (this.#question.isInBase) this.#leaveRivalsOpen(candidates);
    if (search.crowded.size > 0 && !this.#question.order.isKnown(search.deleted)) {
      for (const { a, b } of candidates) if (search.crowded.has(b)) this.#leaveOpen(a);
    }
    for (const equals of splitEqual(candidates)) this.#pairEqual(equals);
  }

  /** Files that git may have left out, if another might have been paired in their place. */
  #leaveRivalsOpen(candidates: readonly Candidate[]): void {
    const { needOf } = this.#question;
    for (const rivals of Map.groupBy(candidates, ({ b }) => b).values()) {
      if (rivals.some(({ a }) => needOf(a) === "content")) {
        for (const { a } of rivals) if (needOf(a) === "directory") this.#leaveOpen(a);
      }
    }
  }

  /** @param equals candidates of which none is better than another, in the order in which git comes to them */
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
 * Whether it is clear without an order which identical files belong together: there are but two, or each new file has one
 * and only one namesake among the deleted ones, and no two have the same.
 */
function hasOneNamesakeEach(deleted: readonly FileSide[], added: readonly FileSide[]): boolean {
  if (deleted.length === 1 && added.length === 1) return true;
  const byName = Map.groupBy(deleted, ({ path }) => baseName(path));
  const names = new Set(added.map(({ path }) => baseName(path)));
  if (deleted.length > mostAlternatives || names.size < added.length) return false;
  return added.every(({ path }) => byName.get(baseName(path))?.length === 1);
}

/** Cuts a sorted list where one candidate is better than the next. */
function splitEqual(sorted: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  for (const candidate of sorted) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && compareCandidates(last, candidate) === 0) groups.at(-1)?.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}
