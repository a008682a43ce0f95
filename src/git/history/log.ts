// The log of a commit: all of it, what changed a path, what was committed between two times.
import { unlimited } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, type GraphCommit, knownCommit } from "./commit-graph.ts";
import { reachable } from "./reachable.ts";
import type { Walk } from "./walk.ts";

export interface LogFilter {
  /** What a path names in a tree, as something to compare; null where it names nothing. No function: any path. */
  readonly pathIn?: (tree: Oid) => string | null;
  /** Seconds since 1970, by the committer's clock; these two instants belong to it. */
  readonly since: number | null;
  readonly until: number | null;
}

/** As `git log --since --until -- path` shows it, history simplification and all; lazily. The tip is there. */
export function* log(graph: CommitGraph, tip: Oid, filter: LogFilter, budget = unlimited()): Walk {
  const filtered = new FilteredGraph(graph, filter);
  for (const commit of reachable(filtered, [tip], [], budget)) {
    if (commit === undefined || filtered.shows(commit)) yield commit;
  }
}

/** The history as far as the filter goes down into it: commits with fewer parents, some of them not to be shown. */
class FilteredGraph implements CommitGraph {
  readonly #graph: CommitGraph;
  readonly #filter: LogFilter;
  readonly #hidden = new Set<number>();
  /** What {@link LogFilter.pathIn} answered, by tree. */
  readonly #inTrees = new Map<Oid, string | null>();

  constructor(graph: CommitGraph, filter: LogFilter) {
    this.#graph = graph;
    this.#filter = filter;
  }

  shows({ id }: GraphCommit): boolean {
    return !this.#hidden.has(id);
  }

  find(oid: Oid): GraphCommit {
    return this.#filtered(knownCommit(this.#graph, oid));
  }

  get(id: number): GraphCommit {
    return this.#filtered(this.#graph.get(id));
  }

  #filtered(commit: GraphCommit): GraphCommit {
    const { since, until } = this.#filter;
    const isTooOld = since !== null && commit.time < since;
    const parents = isTooOld ? [] : this.#simplified(commit);
    if (isTooOld || (until !== null && commit.time > until)) this.#hidden.add(commit.id);
    return parents === commit.parents ? commit : { ...commit, parents };
  }

  /** A commit that has the path as one of its parents has it explains nothing: the first such parent stands for it. */
  #simplified(commit: GraphCommit): readonly number[] {
    if (this.#filter.pathIn === undefined) return commit.parents;
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
