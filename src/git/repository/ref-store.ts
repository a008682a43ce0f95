// The refs of a repository, and HEAD.

import { type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import type { RefName } from "../refs/ref-name.ts";
import type { Settings } from "./settings.ts";
import type { Sql } from "./sql.ts";

export interface Ref {
  readonly name: RefName;
  readonly oid: Oid;
  /** The object that a chain of annotated tags ends at; null for other refs. */
  readonly peeled: Oid | null;
}

interface RefRow {
  readonly name: string;
  readonly oid: ArrayBuffer;
  readonly peeled: ArrayBuffer | null;
}

export const BRANCHES = "refs/heads/";
export const TAGS = "refs/tags/";

/** Rows per statement, with three bindings each. */
const ROWS_AT_ONCE = 33;
/** Names per JSON parameter. */
const NAMES_AT_ONCE = 1_000;

export class RefStore {
  readonly #sql: Sql;
  readonly #settings: Settings;

  constructor(sql: Sql, settings: Settings) {
    this.#sql = sql;
    this.#settings = settings;
  }

  get(name: RefName): Ref | null {
    const row = this.#sql.first<RefRow>("select * from refs where name = ?", name);
    return row === null ? null : refFrom(row);
  }

  /** In git's order, bytewise. @param folder ends in a slash */
  list(folder = "refs/"): Ref[] {
    const end = `${folder.slice(0, -1)}0`; // the character after the slash
    return this.#sql
      .rows<RefRow>("select * from refs where name > ? and name < ? order by name", folder, end)
      .map(refFrom);
  }

  /** As {@link list}, a page of the refs whose short names contain `search`. */
  page(folder: string, search: string, offset: number, limit: number, order: "asc" | "desc" = "asc"): Ref[] {
    const end = `${folder.slice(0, -1)}0`; // the character after the slash
    return this.#sql
      .rows<RefRow>(
        `select * from refs where name > ? and name < ? and instr(substr(name, ?), ?) > 0
          order by name ${order} limit +? offset +?`,
        folder,
        end,
        folder.length + 1,
        search,
        limit,
        offset,
      )
      .map(refFrom);
  }

  isEmpty(): boolean {
    return this.#sql.first("select 1 as one from refs limit 1") === null;
  }

  /** The first name in the folder; null for none. @param folder ends in a slash */
  firstIn(folder: string): RefName | null {
    const end = `${folder.slice(0, -1)}0`; // the character after the slash
    const row = this.#sql.first<{ name: string }>(
      "select name from refs where name > ? and name < ? order by name limit 1",
      folder,
      end,
    );
    return row?.name ?? null;
  }

  set(ref: Ref): void {
    this.setAll([ref]);
  }

  /** The names must differ. Uses batches, because a statement costs more than a row. */
  setAll(refs: readonly Ref[]): void {
    for (let at = 0; at < refs.length; at += ROWS_AT_ONCE) {
      const rows = refs.slice(at, at + ROWS_AT_ONCE);
      this.#sql.run(
        `insert into refs values ${rows.map(() => "(?, ?, ?)").join(", ")}
          on conflict (name) do update set oid = excluded.oid, peeled = excluded.peeled`,
        ...rows.flatMap(({ name, oid, peeled }) => [name, oidBytes(oid), peeled === null ? null : oidBytes(peeled)]),
      );
    }
  }

  delete(name: RefName): void {
    this.#sql.run("delete from refs where name = ?", name);
  }

  deleteAll(names: readonly RefName[]): void {
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      const some = JSON.stringify(names.slice(at, at + NAMES_AT_ONCE));
      this.#sql.run("delete from refs where name in (select value from json_each(?))", some);
    }
  }

  /** The ref in HEAD, which may not exist; null until the first push of a branch. */
  get head(): RefName | null {
    return this.#settings.get("head");
  }

  /** Short name, such as `main`; null until the first push of a branch. */
  get defaultBranch(): string | null {
    return this.head?.slice(BRANCHES.length) ?? null;
  }

  setHead(name: RefName): void {
    this.#settings.set("head", name);
  }
}

function refFrom({ name, oid, peeled }: RefRow): Ref {
  return {
    name,
    oid: oidFrom(new Uint8Array(oid)),
    peeled: peeled === null ? null : oidFrom(new Uint8Array(peeled)),
  };
}
