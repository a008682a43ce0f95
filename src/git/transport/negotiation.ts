// Finds out what a client and the repository both have.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import type { GraphCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import type { Repository } from "../repository/repository.ts";
import { peeled } from "../repository/update-refs.ts";

export class Negotiation {
  readonly #repository: Repository;
  /** Commits that both have, and with them all that the client's history reaches from there; by id. */
  readonly common = new Map<number, GraphCommit>();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** @returns whether what the client has is here, too */
  has(oid: Oid): boolean {
    const { commits } = this.#repository;
    const found = commits.find(oid) ?? this.#tagged(oid);
    if (found !== null) this.common.set(found.id, found);
    return found !== null;
  }

  /** Of what the client has, what is here, too. */
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

  /** Whether enough is known: going on could not make the pack much smaller. */
  *isReady(wants: Iterable<GraphCommit>): Work<boolean> {
    if (this.common.size === 0) return false;
    const reaching = new Reaching(this.#repository, this.common, unlimited());
    for (const { id } of wants) if (!(yield* reaching.isFrom(id))) return false;
    return true;
  }
}

/** Whether commits have one of `targets` among their ancestors; each commit is looked at once, whoever reaches it. */
class Reaching {
  readonly #repository: Repository;
  readonly #targets: ReadonlyMap<number, unknown>;
  /** Nothing below can reach one. */
  readonly #lowest: number;
  readonly #answers = new Map<number, boolean>();
  readonly #budget: Budget;

  constructor(repository: Repository, targets: ReadonlyMap<number, unknown>, budget: Budget) {
    this.#budget = budget;
    this.#repository = repository;
    this.#targets = targets;
    let lowest = Number.POSITIVE_INFINITY;
    for (const id of targets.keys()) lowest = Math.min(lowest, id);
    this.#lowest = lowest;
  }

  *isFrom(id: number): Work<boolean> {
    const path = [id];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = this.#step(at);
      if (next === null) path.pop();
      else path.push(next);
      this.#budget.spend(cost.commit);
      if (this.#budget.endsSlice()) yield;
    }
    return this.#answers.get(id) === true;
  }

  /** Null when the commit's answer is known; otherwise the parent whose answer is needed first. */
  #step(id: number): number | null {
    if (this.#answers.has(id)) return null;
    if (this.#targets.has(id) || id < this.#lowest) {
      this.#answers.set(id, this.#targets.has(id));
      return null;
    }
    const { parents } = this.#repository.commits.get(id);
    const reaches = parents.some((parent) => this.#answers.get(parent) === true);
    const open = parents.find((parent) => !this.#answers.has(parent));
    if (!reaches && open !== undefined) return open;
    this.#answers.set(id, reaches);
    return null;
  }
}
