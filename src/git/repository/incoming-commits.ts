// The commits of a push before they enter the commit graph: assigns ids so that parents come first.
import { finish, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { type ByteString, byteStringFrom, bytesOf } from "../objects/byte-string.ts";
import { OID_BYTES, oidFrom } from "../objects/oid.ts";
import type { NewCommitRow, StoredCommits } from "./stored-commits.ts";

/** Per push, because they enter the graph without a pause. */
const MOST_COMMITS = 30_000;
/** Over all commits of a push. Usually a commit has one; a commit with all of them would still fit a row. */
const MOST_PARENTS = 200_000;

/** In steps, for assigning an id to a commit. */
const ROW_COST = 2_000;

/** The number of a commit within the push. */
type Place = number;

export class IncomingCommits {
  /** Per commit, the concatenated raw ids of commit, tree and parents: strings take the least memory. */
  readonly #links: ByteString[] = [];
  readonly #times: number[] = [];
  #parents = 0;
  /** Sorted by id, starting at {@link #firstId}. */
  #rows: readonly NewCommitRow[] = [];
  #firstId = 0;

  /**
   * @param links raw ids of the tree and the parents
   * @throws GitError when there are too many commits, or too many parents in total
   */
  add(oid: Uint8Array, links: Uint8Array, time: number): void {
    this.#parents += links.length / OID_BYTES - 1;
    if (this.#links.length === MOST_COMMITS) {
      throw new GitError("limit", `This push has more than ${MOST_COMMITS} commits, the most at once.`);
    }
    if (this.#parents > MOST_PARENTS) {
      throw new GitError("limit", `The commits of this push have more than ${MOST_PARENTS} parents.`);
    }
    this.#links.push(byteStringFrom(oid) + byteStringFrom(links));
    this.#times.push(time);
  }

  /**
   * Computes the rows that {@link addTo} inserts. They are valid until other commits enter the graph. Parents that are
   * not in the push must exist.
   */
  *prepare(commits: StoredCommits): Work<void> {
    const budget = unlimited();
    this.#firstId = commits.firstFreeId();
    const places = new Map(this.#links.map((links, place) => [links.slice(0, OID_BYTES), place]));
    const ids = new Float64Array(this.#links.length);
    const isLeft = (place: Place | undefined): place is Place => place !== undefined && ids[place] === 0;
    const idOf = (parent: ByteString): number => {
      const place = places.get(parent);
      const id = place === undefined ? commits.idOf(oidFrom(bytesOf(parent))) : ids[place];
      if (!id) throw new Error(`The parent ${oidFrom(bytesOf(parent))} does not exist`);
      return id;
    };
    const rows: NewCommitRow[] = [];
    // From the end, because git sends the newest commits first.
    for (let last = ids.length - 1; last >= 0; last--) {
      const waiting = [last];
      for (let place = waiting.at(-1); place !== undefined; place = waiting.at(-1)) {
        const parents = isLeft(place) ? this.#parentsOf(place) : [];
        const first = parents.map((parent) => places.get(parent)).filter(isLeft);
        for (const parent of first) waiting.push(parent);
        if (first.length > 0) continue;
        if (isLeft(place)) {
          const row = this.#row(place, this.#firstId + rows.length, parents.map(idOf));
          // Another push may have added it meanwhile.
          const known = this.#firstId === 1 ? null : commits.idOf(oidFrom(row.oid));
          ids[place] = known ?? row.id;
          if (known === null) rows.push(row);
          budget.spend(ROW_COST + parents.length * ROW_COST);
          if (budget.endsSlice()) yield;
        }
        waiting.pop();
      }
    }
    this.#rows = rows;
  }

  /** Parents that are not in the push must exist. Belongs in the transaction that accepts the objects. */
  addTo(commits: StoredCommits): void {
    if (commits.firstFreeId() !== this.#firstId) finish(this.prepare(commits));
    commits.insertAll(this.#rows);
  }

  #parentsOf(place: Place): ByteString[] {
    const links = this.#links[place] ?? "";
    const parents: ByteString[] = [];
    for (let at = 2 * OID_BYTES; at < links.length; at += OID_BYTES) parents.push(links.slice(at, at + OID_BYTES));
    return parents;
  }

  #row(place: Place, id: number, parents: readonly number[]): NewCommitRow {
    const own = bytesOf((this.#links[place] ?? "").slice(0, 2 * OID_BYTES));
    const [oid, tree] = [own.subarray(0, OID_BYTES), own.subarray(OID_BYTES)];
    return { id, oid, tree, parents, time: this.#times[place] ?? 0 };
  }
}
