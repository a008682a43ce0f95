// Single values of a repository.
import type { Sql } from "./sql.ts";

export type SettingName =
  /** The ref in HEAD, such as `refs/heads/main`; absent without one. */
  | "head"
  /** Present once it is known whether the repository starts as a copy of another. */
  | "origin"
  /** Origin of the server, such as `https://host`, in the latest call. */
  | "server"
  /** Present once the project is deleted; then only forks that are copying are served. */
  | "destroyed"
  /** Number of commits on the default branch when last counted; see repository-statistics.ts. */
  | "commit_count"
  /** Progress of copying another repository; see repository-copy.ts. */
  | "copy"
  /** Progress of importing from another server; see import/import-repository.ts. */
  | "import"
  /** The next attempt to deliver the outbox; present after a failure. */
  | "outbox_retry";

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
