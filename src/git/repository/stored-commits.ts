// The commit graph in the database: walks read it instead of commit objects.

import type { CommitGraph, GraphCommit } from "../history/commit-graph.ts";
import type { CommitLinks } from "../objects/commit.ts";
import { type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import type { Sql, SqlInput } from "./sql.ts";

/** Number of commits to read at once, because walks continue at lower ids. */
const BLOCK = 64;
/** Bytes of cached commits; estimates for one commit and for each of its parents. */
const MOST_KEPT = 6_000_000;
const COMMIT_BYTES = 300;
const PARENT_BYTES = 8;

interface CommitRow {
  readonly id: number;
  readonly oid: ArrayBuffer;
  readonly tree: ArrayBuffer;
  /** JSON array of ids. */
  readonly parents: string;
  readonly time: number;
}

/** A commit with the ids of its parents, which are lower than its own. */
export interface NewCommitRow {
  readonly id: number;
  /** Raw ids. */
  readonly oid: Uint8Array;
  readonly tree: Uint8Array;
  readonly parents: readonly number[];
  readonly time: number;
}

/** Rows per statement, limited by the number of bindings. */
const ROWS_AT_ONCE = 20;
const COLUMNS = 5;

const insertRows = (rows: number) =>
  `insert into commits (id, oid, tree, parents, time) values ${Array.from({ length: rows }, () => "(?, ?, ?, ?, ?)").join(", ")}`;
const insertMany = insertRows(ROWS_AT_ONCE);

export class StoredCommits implements CommitGraph {
  readonly #sql: Sql;
  readonly #byId = new Map<number, GraphCommit>();
  readonly #byOid = new Map<Oid, GraphCommit>();
  #bytes = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(oid: Oid): GraphCommit | null {
    const known = this.#byOid.get(oid);
    if (known !== undefined) return known;
    const row = this.#sql.first<CommitRow>("select * from commits where oid = ?", oidBytes(oid));
    return row === null ? null : this.#keep(row);
  }

  get(id: number): GraphCommit {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const found = this.between(id - BLOCK + 1, id).at(-1);
    if (found?.id !== id) throw new Error(`There is no commit with the id ${id}`);
    return found;
  }

  /** By id, both ends included. */
  between(first: number, last: number): GraphCommit[] {
    const rows = this.#sql.rows<CommitRow>("select * from commits where id between ? and ? order by id", first, last);
    return rows.map((row) => this.#keep(row));
  }

  #keep({ id, oid, tree, parents, time }: CommitRow): GraphCommit {
    if (this.#bytes >= MOST_KEPT) this.forget();
    const commit: GraphCommit = {
      id,
      oid: oidFrom(new Uint8Array(oid)),
      tree: oidFrom(new Uint8Array(tree)),
      parents: JSON.parse(parents),
      time,
    };
    if (!this.#byId.has(id)) this.#bytes += COMMIT_BYTES + commit.parents.length * PARENT_BYTES;
    this.#byId.set(id, commit);
    this.#byOid.set(commit.oid, commit);
    return commit;
  }

  /**
   * Adds a commit unless it exists; its parents must exist. Belongs in the transaction that adds the object.
   */
  add(oid: Oid, { tree, parents, time }: CommitLinks): void {
    const ids = parents.map((parent) => {
      const found = this.idOf(parent);
      if (found === null) throw new Error(`The parent ${parent} of ${oid} does not exist`);
      return found;
    });
    this.#sql.run(
      "insert into commits (oid, tree, parents, time) values (?, ?, ?, ?) on conflict (oid) do nothing",
      oidBytes(oid),
      oidBytes(tree),
      JSON.stringify(ids),
      time,
    );
  }

  /** Above the ids of all commits. */
  firstFreeId(): number {
    return (this.#sql.first<{ id: number | null }>("select max(id) as id from commits")?.id ?? 0) + 1;
  }

  /** The commits must be new. Uses batches, because a statement costs more than a row. */
  insertAll(rows: Iterable<NewCommitRow>): void {
    let bindings: SqlInput[] = [];
    for (const { id, oid, tree, parents, time } of rows) {
      bindings.push(id, oid, tree, `[${parents.join(",")}]`, time);
      if (bindings.length < ROWS_AT_ONCE * COLUMNS) continue;
      this.#sql.run(insertMany, ...bindings);
      bindings = [];
    }
    if (bindings.length > 0) this.#sql.run(insertRows(bindings.length / COLUMNS), ...bindings);
  }

  /** Null for a commit that does not exist. */
  idOf(oid: Oid): number | null {
    const known = this.#byOid.get(oid);
    if (known !== undefined) return known.id;
    return this.#sql.first<{ id: number }>("select id from commits where oid = ?", oidBytes(oid))?.id ?? null;
  }

  /** Clears the cache, which may contain commits of a transaction that was rolled back. */
  forget(): void {
    this.#byId.clear();
    this.#byOid.clear();
    this.#bytes = 0;
  }
}
