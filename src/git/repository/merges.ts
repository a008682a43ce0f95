// Which merge requests were merged here, each once, and what by.

import { type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import type { Sql } from "./sql.ts";

export class Merges {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The merge commit; null for a merge request that was not merged. */
  find(mergeRequestId: number): Oid | null {
    const row = this.#sql.first<{ oid: ArrayBuffer }>(
      "select oid from merges where merge_request_id = ?",
      mergeRequestId,
    );
    return row === null ? null : oidFrom(new Uint8Array(row.oid));
  }

  /** Belongs in the transaction that moves the target branch. @throws when it was merged before */
  add(mergeRequestId: number, commit: Oid): void {
    this.#sql.run("insert into merges values (?, ?)", mergeRequestId, oidBytes(commit));
  }
}
