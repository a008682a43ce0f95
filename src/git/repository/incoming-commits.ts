// The commits of a push before they enter the commit graph: assigns ids so that parents come first.
import { finish, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { OID_BYTES, oidFrom } from "../objects/oid.ts";
import { OidTable } from "./oid-table.ts";
import type { NewCommitRow, StoredCommits } from "./stored-commits.ts";

/** Per push, because they enter the graph without a pause. */
const MOST_COMMITS = 30_000;
/** Over all commits of a push. Usually a commit has one; a commit with all of them would still fit a row. */
const MOST_PARENTS = 200_000;

/** In steps, for assigning an id to a commit and for each of its parents, and for looking a commit up in the graph. */
const ROW_COST = 200;
const LOOK_UP_COST = 2_000;

const FEW_BYTES = 4096;

/** The number of a commit within the push. */
type Place = number;

/** The ids are kept in typed arrays: objects for each commit would keep the garbage collector busy. */
export class IncomingCommits {
  /** Per commit, the raw ids of commit, tree and parents. */
  #links = new Uint8Array(FEW_BYTES);
  /** Where the links of each commit begin, and at the end the bytes of all. */
  readonly #starts: number[] = [0];
  readonly #times: number[] = [];
  readonly #places = new OidTable();
  /** By place, the id in the graph; 0 until it is assigned. */
  #ids = new Float64Array(0);
  /** The new commits in the order of their ids, starting at {@link #firstId}. */
  #order: Place[] = [];
  /** The ids of their parents, one commit after the other. */
  #parentIds: number[] = [];
  #firstId = 0;

  get #length(): number {
    return this.#times.length;
  }

  get #parents(): number {
    return this.#end / OID_BYTES - 2 * this.#length;
  }

  get #end(): number {
    return this.#starts[this.#length] ?? 0;
  }

  /**
   * Call it only once per commit.
   *
   * @param links raw ids of the tree and the parents
   * @throws GitError when there are too many commits, or too many parents in total
   */
  add(oid: Uint8Array, links: Uint8Array, time: number): void {
    if (this.#length === MOST_COMMITS) {
      throw new GitError("limit", `This push has more than ${MOST_COMMITS} commits, the most at once.`);
    }
    if (this.#parents + links.length / OID_BYTES - 1 > MOST_PARENTS) {
      throw new GitError("limit", `The commits of this push have more than ${MOST_PARENTS} parents.`);
    }
    const start = this.#end;
    const end = start + OID_BYTES + links.length;
    if (end > this.#links.length) {
      const longer = new Uint8Array(Math.max(end, 2 * this.#links.length));
      longer.set(this.#links);
      this.#links = longer;
    }
    this.#links.set(oid, start);
    this.#links.set(links, start + OID_BYTES);
    this.#times.push(time);
    this.#starts.push(end);
    this.#places.add(oid, 0, this.#length);
  }

  /**
   * Computes the ids that {@link addTo} inserts. They are valid until other commits enter the graph. Parents that are
   * not in the push must exist.
   */
  *prepare(commits: StoredCommits): Work<void> {
    const budget = unlimited();
    this.#firstId = commits.firstFreeId();
    this.#ids = new Float64Array(this.#length);
    this.#order = [];
    this.#parentIds = [];
    const waiting: Place[] = [];
    // From the end, because git sends the newest commits first.
    for (let last = this.#length - 1; last >= 0; last--) {
      waiting.push(last);
      for (let place = waiting.at(-1); place !== undefined; place = waiting.at(-1)) {
        const isLeft = this.#ids[place] === 0;
        if (isLeft && this.#awaitParents(place, waiting)) continue;
        waiting.pop();
        if (!isLeft) continue;
        budget.spend(this.#assign(place, commits));
        if (budget.endsSlice()) yield;
      }
    }
  }

  /** Adds the parents without an id to `waiting`. @returns true if there are any */
  #awaitParents(place: Place, waiting: Place[]): boolean {
    const before = waiting.length;
    for (let at = this.#parentsOf(place); at < this.#endOf(place); at += OID_BYTES) {
      const parent = this.#places.get(this.#links, at) - 1;
      if (parent >= 0 && this.#ids[parent] === 0) waiting.push(parent);
    }
    return waiting.length > before;
  }

  /** @returns the steps that it took @throws Error for a parent that does not exist */
  #assign(place: Place, commits: StoredCommits): number {
    let steps = ROW_COST;
    const find = (at: number): number | null => {
      steps += LOOK_UP_COST;
      return commits.idOf(oidFrom(this.#links, at));
    };
    // Another push may have added it meanwhile.
    const known = this.#firstId === 1 ? null : find(this.#starts[place] ?? 0);
    this.#ids[place] = known ?? this.#firstId + this.#order.length;
    if (known !== null) return steps;
    this.#order.push(place);
    for (let at = this.#parentsOf(place); at < this.#endOf(place); at += OID_BYTES) {
      const parent = this.#places.get(this.#links, at) - 1;
      const id = parent >= 0 ? this.#ids[parent] : find(at);
      if (!id) throw new Error(`The parent ${oidFrom(this.#links, at)} does not exist`);
      this.#parentIds.push(id);
      steps += ROW_COST;
    }
    return steps;
  }

  #parentsOf(place: Place): number {
    return (this.#starts[place] ?? 0) + 2 * OID_BYTES;
  }

  #endOf(place: Place): number {
    return this.#starts[place + 1] ?? 0;
  }

  /** Parents that are not in the push must exist. Belongs in the transaction that accepts the objects. */
  addTo(commits: StoredCommits): void {
    if (commits.firstFreeId() !== this.#firstId) finish(this.prepare(commits));
    commits.insertAll(this.#rows());
  }

  *#rows(): Generator<NewCommitRow> {
    let read = 0;
    for (const [index, place] of this.#order.entries()) {
      const [start, end] = [this.#starts[place] ?? 0, this.#endOf(place)];
      const oid = this.#links.subarray(start, start + OID_BYTES);
      const tree = this.#links.subarray(start + OID_BYTES, start + 2 * OID_BYTES);
      const parents = this.#parentIds.slice(read, read + (end - start) / OID_BYTES - 2);
      read += parents.length;
      yield { id: this.#firstId + index, oid, tree, parents, time: this.#times[place] ?? 0 };
    }
  }
}
