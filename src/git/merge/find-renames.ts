// Finds the renames a merge must know, as merges look for them: only for files that matter to it, and with a guess from
// where the rest of a removed directory went.
import type { Budget, Work } from "../budget.ts";
import type { FileSide } from "../diff/changed-files.ts";
import type { ObjectSource } from "../diff/object-source.ts";
import { baseName, leastScoreOfNamesakes, RenameSearch } from "../diff/renames.ts";
import type { ByteString } from "../objects/byte-string.ts";
import { emptyBlobOid } from "../objects/oid.ts";
import type { SideChanges } from "./collect-paths.ts";
import { DirectoryCounts } from "./directory-counts.ts";
import { directoryOf } from "./paths.ts";

/** With more than its square of comparisons to make, a merge makes none. */
const renameLimit = 7000;

/** A file that is new on one side: where it was before, null for nowhere. */
export interface Arrival {
  readonly from: FileSide | null;
  readonly to: FileSide;
}

export interface SideRenames {
  /** In the order of the walk. */
  readonly arrivals: readonly Arrival[];
  /** Where removed directories went; null for one that went to several places alike. */
  readonly directories: ReadonlyMap<ByteString, ByteString | null>;
  /** There was more to compare than we do, so that some renames may be missing that git finds. */
  readonly isLimited: boolean;
}

export function* findRenames(source: ObjectSource, changes: SideChanges, budget: Budget): Work<SideRenames> {
  const deleted = changes.pairs.flatMap(({ a }) => a ?? []);
  const added = changes.pairs.flatMap(({ b }) => b ?? []);
  const search = new MergeRenameSearch(source, deleted, added, { changes, budget });
  if (changes.relevantSources.size > 0) yield* search.run();
  return {
    arrivals: added.map((to) => ({ from: search.sourceOf(to), to })),
    directories: search.counts.renamedDirectories(),
    isLimited: search.isLimited,
  };
}

class MergeRenameSearch {
  readonly counts: DirectoryCounts;
  readonly #search: RenameSearch;
  readonly #relevantSources: SideChanges["relevantSources"];
  /** Renames that are counted. */
  readonly #counted = new Set<FileSide>();

  constructor(
    source: ObjectSource,
    deleted: FileSide[],
    added: FileSide[],
    { changes, budget }: { readonly changes: SideChanges; readonly budget: Budget },
  ) {
    this.counts = new DirectoryCounts(changes.removedDirectories);
    this.#relevantSources = changes.relevantSources;
    this.#search = new RenameSearch(source, deleted.filter(hasContent), added.filter(hasContent), {
      budget,
      renameLimit,
    });
  }

  get isLimited(): boolean {
    return this.#search.limited;
  }

  sourceOf(added: FileSide): FileSide | null {
    return this.#search.renames.get(added)?.a ?? null;
  }

  *run(): Work<void> {
    const search = this.#search;
    if (search.deleted.length === 0 || search.added.length === 0) return;
    yield* search.pairIdentical();
    this.#countNew();
    yield* this.#pairNamesakes();
    search.dropPaired();
    const wanted = this.counts.stillWanted(
      search.deleted.map(({ path }) => path),
      this.#relevantSources,
    );
    search.keepDeleted(({ path }) => wanted.has(path));
    if (search.deleted.length * search.added.length > renameLimit ** 2) return;
    yield* search.pairSimilar();
    this.#countNew();
  }

  /** The only two files with a name, or where there are more: the one that is where the rest of its directory went. */
  *#pairNamesakes(): Work<void> {
    const { deleted, added } = this.#search;
    const deletedByName = Map.groupBy(deleted, ({ path }) => baseName(path));
    const addedByName = Map.groupBy(added, ({ path }) => baseName(path));
    const addedByPath = new Map(added.map((file) => [file.path, file]));
    const guesses = this.counts.guesses();
    for (const file of deleted) {
      if (!this.#relevantSources.has(file.path)) continue;
      const name = baseName(file.path);
      const namesakes = addedByName.get(name) ?? [];
      const isOnly = namesakes.length === 1 && deletedByName.get(name)?.length === 1;
      const directory = guesses.get(directoryOf(file.path));
      const guess = directory === undefined ? undefined : addedByPath.get(`${directory}/${name}`);
      const candidate = isOnly ? namesakes[0] : guess;
      if (candidate === undefined || this.#search.renames.has(candidate)) continue;
      if (yield* this.#search.pairIfSimilar(file, candidate, leastScoreOfNamesakes)) this.#count(file, candidate);
    }
  }

  #countNew(): void {
    for (const [to, { a }] of this.#search.renames) this.#count(a, to);
  }

  #count(from: FileSide, to: FileSide): void {
    if (this.#counted.has(to)) return;
    this.#counted.add(to);
    this.counts.addRename(from.path, to.path);
  }
}

/** Empty files are all the same: that says nothing. */
const hasContent = ({ oid }: FileSide): boolean => oid !== emptyBlobOid;
