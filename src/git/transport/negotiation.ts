// Finds the commits that both the client and the repository have.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import type { GraphCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "../repository/repository.ts";
import { peeled } from "../repository/update-refs.ts";

export class Negotiation {
  readonly #repository: Repository;
  /** Common commits, by id; the client also has all of their ancestors within its history. */
  readonly common = new Map<number, GraphCommit>();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** @returns true if the object exists here, too */
  has(oid: Oid): boolean {
    const { commits } = this.#repository;
    const found = commits.find(oid) ?? this.#tagged(oid);
    if (found !== null) this.common.set(found.id, found);
    return found !== null;
  }

  /** The ids of the client that exist here, too. */
  *known(oids: Iterable<Oid>): Work<Oid[]> {
    const budget = unlimited();
    const known: Oid[] = [];
    for (const oid of oids) {
      if (this.has(oid)) known.push(oid);
      budget.spend(3 * cost.row);
      if (budget.endsSlice()) yield;
    }
    return known;
  }

  #tagged(oid: Oid): GraphCommit | null {
    const target = peeled(this.#repository, oid);
    return target === null ? null : this.#repository.commits.find(target);
  }

  /** True if enough is known: more rounds would hardly make the pack smaller. */
  *isReady(wants: Iterable<GraphCommit>): Work<boolean> {
    if (this.common.size === 0) return false;
    const reachability = new Reachability(this.#repository, this.common, unlimited());
    for (const { id } of wants) if (!(yield* reachability.isReachedFrom(id))) return false;
    return true;
  }
}

/** Tests whether commits reach one of `targets`; reads each commit once for all tests. */
class Reachability {
  readonly #repository: Repository;
  readonly #targets: ReadonlyMap<number, unknown>;
  /** Commits with lower ids cannot reach a target. */
  readonly #lowest: number;
  readonly #results = new Map<number, boolean>();
  readonly #budget: Budget;

  constructor(repository: Repository, targets: ReadonlyMap<number, unknown>, budget: Budget) {
    this.#budget = budget;
    this.#repository = repository;
    this.#targets = targets;
    let lowest = Number.POSITIVE_INFINITY;
    for (const id of targets.keys()) lowest = Math.min(lowest, id);
    this.#lowest = lowest;
  }

  *isReachedFrom(id: number): Work<boolean> {
    const path = [id];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = this.#step(at);
      if (next === null) path.pop();
      else path.push(next);
      this.#budget.spend(cost.commit);
      if (this.#budget.endsSlice()) yield;
    }
    return this.#results.get(id) === true;
  }

  /** Null once the commit's result is known, or else the parent whose result is needed first. */
  #step(id: number): number | null {
    if (this.#results.has(id)) return null;
    if (this.#targets.has(id) || id < this.#lowest) {
      this.#results.set(id, this.#targets.has(id));
      return null;
    }
    const { parents } = this.#repository.commits.get(id);
    const reaches = parents.some((parent) => this.#results.get(parent) === true);
    const open = parents.find((parent) => !this.#results.has(parent));
    if (!reaches && open !== undefined) return open;
    this.#results.set(id, reaches);
    return null;
  }
}
