// The few single values a repository keeps.
import type { Sql } from "./sql.ts";

export type SettingName =
  /** The branch HEAD names, `refs/heads/main`; absent while there is none. */
  | "head"
  /** Present once it is known whether the repository begins as another's copy. */
  | "origin"
  /** `https://host`, as the server was last called. */
  | "server"
  /** Present when the project is gone and only forks that are copying are served any more. */
  | "destroyed"
  /** How many commits the default branch reached when they were counted last, see repository-statistics.ts. */
  | "commit_count"
  /** What is left to copy of another repository, see repository-copy.ts. */
  | "copy";

export class Settings {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get(name: SettingName): string | null {
    return this.#sql.first<{ value: string }>("select value from settings where name = ?", name)?.value ?? null;
  }

  set(name: SettingName, value: string): void {
    this.#sql.run(
      "insert into settings values (?, ?) on conflict (name) do update set value = excluded.value",
      name,
      value,
    );
  }

  delete(name: SettingName): void {
    this.#sql.run("delete from settings where name = ?", name);
  }
}
