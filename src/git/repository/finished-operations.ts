// Operations that callers identify, so that an operation that has moved refs is not repeated.
import { Buffer } from "node:buffer";
import type { Sql } from "./sql.ts";

/** Milliseconds. Callers repeat an operation within a day at most. */
const LIFETIME = 2 * 24 * 60 * 60 * 1000;
const MOST_SWEPT = 20;
/** Bytes of a result. A row holds 2 MB. */
const MOST_BYTES = 1024 * 1024;

/** An operation under way. */
export interface IdentifiedOperation {
  /** Belongs in the transaction that moves the refs. @throws if the operation has moved refs before */
  readonly record: () => void;
}

export class FinishedOperations {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Its result as JSON; null inside if that was not stored. Null for none of that id. */
  find(id: string): { readonly result: string | null } | null {
    return this.#sql.first("select result from finished_operations where id = ?", id);
  }

  add(id: string): void {
    const now = Date.now();
    this.#sql.run(
      `delete from finished_operations where id in
        (select id from finished_operations where finished_at < ? order by finished_at limit ${MOST_SWEPT})`,
      now - LIFETIME,
    );
    this.#sql.run("insert into finished_operations (id, finished_at) values (?, ?)", id, now);
  }

  /** Not for a result over 1 MiB. Returns false for an operation that has moved no refs. */
  storeResult(id: string, result: unknown): boolean {
    if (this.find(id) === null) return false;
    const json = JSON.stringify(result);
    if (Buffer.byteLength(json) > MOST_BYTES) return true;
    this.#sql.run("update finished_operations set result = ? where id = ?", json, id);
    return true;
  }
}
