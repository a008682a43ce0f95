// The paths that commits changed against their first parents, as filters that searches of the history read instead of trees.
import { type Budget, cost } from "../budget.ts";
import { hashOfPath } from "../diff/changed-path-hashes.ts";
import type { GraphCommit } from "../history/commit-graph.ts";
import type { Sql } from "./sql.ts";
import type { PathNames } from "./tree-path.ts";

/** Commits of a filter: their ids have all but the last eight bits in common, their block. */
export const BLOCK = 256;
/** Stands for all paths of a commit; hashes of paths are never 0. */
export const ANY_PATH = 0;
/** Bytes of the filters in memory, and those of one besides its keys, roughly. */
const [MOST_HELD, OVERHEAD] = [1024 * 1024, 200];
/** Searches want filters after so many commits without: fewer are cheap to compare, and new ones come with each push. */
const MOST_MISSED = 64;
/** In steps, for a byte of a filter that is read. It is copied, and searched by halving. */
const BYTE_COST = cost.byte / 16;

/** Of the first commits of a block. */
export interface PathFilter {
  /** Commits with an id below that of the block's first commit plus this have all their paths here. */
  readonly made: number;
  /** Sorted: {@link keyOf} each path. */
  readonly keys: Uint32Array;
}

const none: PathFilter = { made: 0, keys: new Uint32Array(0) };

export const blockOf = (id: number): number => Math.floor(id / BLOCK);

/** @param hash of a path, or {@link ANY_PATH} */
export const keyOf = (hash: number, id: number): number => hash * BLOCK + (id % BLOCK);

export class PathFilters {
  readonly #sql: Sql;
  readonly #wake: () => void;
  /** In the order of last use. */
  readonly #held = new Map<number, PathFilter>();
  #bytes = 0;
  /** True after a search that met too many commits without a filter, until they are made. */
  areWanted = false;

  /** @param wake must ensure that wanted filters are made soon */
  constructor(sql: Sql, wake: () => void) {
    this.#sql = sql;
    this.#wake = wake;
  }

  /** What the filters know about a path. @param budget of the search, for the filters that it reads */
  of(names: PathNames, budget: Budget): KnownChanges {
    let missed = 0;
    const missing = () => {
      missed += 1;
      if (missed === MOST_MISSED) this.#want();
    };
    const read = (block: number) => {
      const filter = this.get(block);
      // Also for one that is held in memory: the same search has the same result.
      budget.spend(cost.row + filter.keys.byteLength * BYTE_COST);
      return filter;
    };
    return new KnownChanges(hashOfPath(names.join("/")), read, missing);
  }

  #want(): void {
    if (this.areWanted) return;
    this.areWanted = true;
    this.#wake();
  }

  get(block: number): PathFilter {
    const held = this.#held.get(block);
    if (held !== undefined) return this.#keep(block, held);
    const row = this.#sql.first<{ made: number; keys: ArrayBuffer }>(
      "select made, keys from path_filters where block = ?",
      block,
    );
    return row === null ? none : this.#keep(block, { made: row.made, keys: new Uint32Array(row.keys) });
  }

  /** For each block that has a filter, the number of commits in it. */
  made(): Map<number, number> {
    const rows = this.#sql.rows<{ block: number; made: number }>("select block, made from path_filters");
    return new Map(rows.map(({ block, made }) => [block, made]));
  }

  /** The commits must have been accepted. */
  set(block: number, filter: PathFilter): void {
    const { made, keys } = filter;
    this.#sql.run("insert or replace into path_filters values (?, ?, ?)", block, made, new Uint8Array(keys.buffer));
    this.#keep(block, filter);
  }

  #keep(block: number, filter: PathFilter): PathFilter {
    this.#drop(block);
    this.#held.set(block, filter);
    this.#bytes += sizeOf(filter);
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= MOST_HELD) break;
      this.#drop(oldest);
    }
    return filter;
  }

  #drop(block: number): void {
    const held = this.#held.get(block);
    if (held !== undefined) this.#bytes -= sizeOf(held);
    this.#held.delete(block);
  }
}

const sizeOf = ({ keys }: PathFilter): number => keys.byteLength + OVERHEAD;

interface BlockChanges {
  readonly made: number;
  /** The ids of the commits that may have changed the path, in the block. */
  readonly places: ReadonlySet<number>;
}

/** The changes of one path, during a search. */
export class KnownChanges {
  readonly #hash: number;
  readonly #filter: (block: number) => PathFilter;
  readonly #missing: () => void;
  readonly #blocks = new Map<number, BlockChanges>();
  /** Of the commits without a filter, by id. */
  #lowest = Number.POSITIVE_INFINITY;

  constructor(hash: number, filter: (block: number) => PathFilter, missing: () => void) {
    this.#hash = hash;
    this.#filter = filter;
    this.#missing = missing;
  }

  /**
   * True only if the path has the same entry in the commit and in its first parent, or does not exist in a commit without
   * parents. False for other commits, a few of those that did not change it, and those without a filter.
   */
  isUnchangedIn({ id }: Pick<GraphCommit, "id">): boolean {
    const block = blockOf(id);
    const { made, places } = this.#blocks.get(block) ?? this.#read(block);
    const place = id % BLOCK;
    if (place < made) return !places.has(place);
    // Searches look at a commit before they come to it.
    if (id < this.#lowest) this.#missing();
    this.#lowest = Math.min(id, this.#lowest);
    return false;
  }

  #read(block: number): BlockChanges {
    const { made, keys } = this.#filter(block);
    const changes = { made, places: new Set([...placesOf(keys, ANY_PATH), ...placesOf(keys, this.#hash)]) };
    this.#blocks.set(block, changes);
    return changes;
  }
}

function placesOf(keys: Uint32Array, hash: number): number[] {
  const [first, end] = [keyOf(hash, 0), keyOf(hash + 1, 0)];
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  const places: number[] = [];
  for (let key = keys[low]; key !== undefined && key < end; key = keys[++low]) places.push(key % BLOCK);
  return places;
}
