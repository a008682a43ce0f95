// The merge requests that were merged in this repository, so that each is merged only once.

import { type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import type { Sql } from "./sql.ts";

export class Merges {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The commit that merged it; null for a merge request that is not merged. */
  find(mergeRequestId: number): Oid | null {
    const row = this.#sql.first<{ oid: ArrayBuffer }>(
      "select oid from merges where merge_request_id = ?",
      mergeRequestId,
    );
    return row === null ? null : oidFrom(new Uint8Array(row.oid));
  }

  /** Belongs in the transaction that moves the target branch. @throws if it is already merged */
  add(mergeRequestId: number, commit: Oid): void {
    this.#sql.run("insert into merges values (?, ?)", mergeRequestId, oidBytes(commit));
  }
}
