// The refs of a repository, and what HEAD names.

import type { Sql } from "../../object-storage/sql.ts";
import { type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import type { RefName } from "../refs/ref-name.ts";
import type { Settings } from "./settings.ts";

export interface Ref {
  readonly name: RefName;
  readonly oid: Oid;
  /** What an annotated tag is on in the end; null for everything else. */
  readonly peeled: Oid | null;
}

interface RefRow {
  readonly name: string;
  readonly oid: ArrayBuffer;
  readonly peeled: ArrayBuffer | null;
}

export const BRANCHES = "refs/heads/";
export const TAGS = "refs/tags/";

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

  /** In git's order, byte by byte. @param folder ends in a slash */
  list(folder = "refs/"): Ref[] {
    const end = `${folder.slice(0, -1)}0`; // the character after the slash
    return this.#sql
      .rows<RefRow>("select * from refs where name > ? and name < ? order by name", folder, end)
      .map(refFrom);
  }

  isEmpty(): boolean {
    return this.#sql.first("select 1 as one from refs limit 1") === null;
  }

  set({ name, oid, peeled }: Ref): void {
    this.#sql.run(
      "insert into refs values (?, ?, ?) on conflict (name) do update set oid = excluded.oid, peeled = excluded.peeled",
      name,
      oidBytes(oid),
      peeled === null ? null : oidBytes(peeled),
    );
  }

  delete(name: RefName): void {
    this.#sql.run("delete from refs where name = ?", name);
  }

  /** The ref HEAD names, whether it is there or not; null until the first push of a branch. */
  get head(): RefName | null {
    return this.#settings.get("head");
  }

  /** `main`; null until the first push of a branch. */
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
