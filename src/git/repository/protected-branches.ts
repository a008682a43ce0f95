// Protected branches, and the access levels that may push and merge into them.
import type { Sql } from "./sql.ts";

/** Masters may push and merge into a protected branch; developers only if these flags allow it. */
export interface Protection {
  readonly developersCanPush: boolean;
  readonly developersCanMerge: boolean;
}

const DEVELOPER = 30;
const MASTER = 40;

interface ProtectionRow {
  readonly name: string;
  readonly developers_can_push: number;
  readonly developers_can_merge: number;
}

export class ProtectedBranches {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** By short name of the branch, such as `main`. */
  all(): Map<string, Protection> {
    const rows = this.#sql.rows<ProtectionRow>("select * from protected_branches");
    return new Map(rows.map((row) => [row.name, protectionFrom(row)]));
  }

  /** Null for an unprotected branch. */
  get(branch: string): Protection | null {
    const row = this.#sql.first<ProtectionRow>("select * from protected_branches where name = ?", branch);
    return row === null ? null : protectionFrom(row);
  }

  protect(branch: string, { developersCanPush, developersCanMerge }: Protection): void {
    this.#sql.run(
      `insert into protected_branches values (?, ?, ?) on conflict (name) do update set
        developers_can_push = excluded.developers_can_push, developers_can_merge = excluded.developers_can_merge`,
      branch,
      developersCanPush ? 1 : 0,
      developersCanMerge ? 1 : 0,
    );
  }

  unprotect(branch: string): void {
    this.#sql.run("delete from protected_branches where name = ?", branch);
  }
}

const protectionFrom = (row: ProtectionRow): Protection => ({
  developersCanPush: row.developers_can_push === 1,
  developersCanMerge: row.developers_can_merge === 1,
});

/** @param level access level on the project: 30 developer, 40 master */
export const mayPush = (level: number, protection: Protection | null): boolean =>
  level >= (protection === null || protection.developersCanPush ? DEVELOPER : MASTER);

/** Includes all levels that may push. */
export const mayMerge = (level: number, protection: Protection | null): boolean =>
  mayPush(level, protection) || (level >= DEVELOPER && protection?.developersCanMerge === true);
