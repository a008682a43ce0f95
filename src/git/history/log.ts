// The log of a commit, optionally limited to a path or to a range of times.
import { unlimited } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, type GraphCommit, knownCommit } from "./commit-graph.ts";
import { reachable } from "./reachable.ts";
import type { Walk } from "./walk.ts";

export interface LogFilter {
  /** Id and mode of the path in a tree, as a string to compare; null where it does not exist. Undefined: any path. */
  readonly pathIn?: (tree: Oid) => string | null;
  /** True only if the path is known to be the same in the first parent, or not to exist in a commit without parents. */
  readonly isUnchangedIn?: (commit: GraphCommit) => boolean;
  /** By the committer's time, in seconds since 1970; both bounds are inclusive. */
  readonly since: number | null;
  readonly until: number | null;
  /** True to leave merged branches out. */
  readonly isFirstParent?: boolean;
  /** Undefined: any commit. */
  readonly matches?: ((commit: GraphCommit) => boolean) | undefined;
}

/**
 * The commits of `git log --since --until -- path`, with history simplification, lazily.
 *
 * @throws Error when a tip does not exist
 */
export function* log(graph: CommitGraph, tips: readonly Oid[], filter: LogFilter, budget = unlimited()): Walk {
  const filtered = new FilteredGraph(graph, filter);
  for (const commit of reachable(filtered, tips, [], budget)) {
    if (commit === undefined || filtered.shows(commit)) yield commit;
  }
}

/** The graph with the filter applied: commits lose parents, and some are hidden. */
class FilteredGraph implements CommitGraph {
  readonly #graph: CommitGraph;
  readonly #filter: LogFilter;
  readonly #hidden = new Set<number>();
  /** Results of {@link LogFilter.pathIn}, by tree. */
  readonly #inTrees = new Map<Oid, string | null>();

  constructor(graph: CommitGraph, filter: LogFilter) {
    this.#graph = graph;
    this.#filter = filter;
  }

  shows(commit: GraphCommit): boolean {
    return !this.#hidden.has(commit.id) && (this.#filter.matches?.(commit) ?? true);
  }

  find(oid: Oid): GraphCommit {
    return this.#filtered(knownCommit(this.#graph, oid));
  }

  get(id: number): GraphCommit {
    return this.#filtered(this.#graph.get(id));
  }

  #filtered(whole: GraphCommit): GraphCommit {
    const { since, until, isFirstParent } = this.#filter;
    const commit = isFirstParent === true ? { ...whole, parents: whole.parents.slice(0, 1) } : whole;
    const isTooOld = since !== null && commit.time < since;
    const parents = isTooOld ? [] : this.#simplified(commit);
    if (isTooOld || (until !== null && commit.time > until)) this.#hidden.add(commit.id);
    return parents === commit.parents ? commit : { ...commit, parents };
  }

  /** A commit whose path equals that of a parent changes nothing: it is hidden and keeps only the first such parent. */
  #simplified(commit: GraphCommit): readonly number[] {
    if (this.#filter.pathIn === undefined) return commit.parents;
    if (this.#filter.isUnchangedIn?.(commit) === true) {
      this.#hidden.add(commit.id);
      return commit.parents.length === 1 ? commit.parents : commit.parents.slice(0, 1);
    }
    const own = this.#pathIn(commit.tree);
    const same = commit.parents.find((parent) => this.#pathIn(this.#graph.get(parent).tree) === own);
    const isRootWithout = commit.parents.length === 0 && own === null;
    if (same === undefined && !isRootWithout) return commit.parents;
    this.#hidden.add(commit.id);
    return same === undefined ? [] : [same];
  }

  #pathIn(tree: Oid): string | null {
    const known = this.#inTrees.get(tree);
    if (known !== undefined) return known;
    const found = this.#filter.pathIn?.(tree) ?? null;
    this.#inTrees.set(tree, found);
    return found;
  }
}
