// The list of all previews of the account: a D1 database of one table. Wrangler cannot list previews, and previews have no
// place for their branch.
import { findOrCreateDatabase, type ListedDatabase } from "../deploy/target.ts";
import { jsonIn, type Wrangler } from "../deploy/wrangler.ts";
import { Failure } from "../failure.ts";
import type { PreviewNames } from "./names.ts";

/** `creating` until the first deployment is ready, `deleting` until everything of it is deleted. */
export type PreviewState = "creating" | "ready" | "deleting";

export interface PreviewRow {
  readonly name: string;
  /** Null for a preview made on a detached HEAD. */
  readonly branch: string | null;
  /** 1 if origin had the branch when it was last deployed. */
  readonly at_origin: 0 | 1;
  readonly state: PreviewState;
  /** Null until it is deployed. */
  readonly url: string | null;
  /** Of the build that runs. */
  readonly tag: string | null;
  /** Null for D1. */
  readonly libsql_url: string | null;
  /** 1 once it has the example data. */
  readonly seeded: 0 | 1;
  /** Seconds since it was created. */
  readonly age: number;
}

/** Values to change. */
export type PreviewChange = Partial<Omit<PreviewRow, "name" | "age" | "libsql_url">>;

const createTable = `create table if not exists previews (name text primary key, branch text, at_origin integer not null,
  state text not null, url text, tag text, libsql_url text, seeded integer not null default 0,
  created_at integer not null default (unixepoch()))`;

const selectAll = `select name, branch, at_origin, state, url, tag, libsql_url, seeded, unixepoch() - created_at as age
  from previews order by created_at, name`;

interface Executed {
  readonly results: readonly PreviewRow[];
}

export class Registry {
  readonly #wrangler: Wrangler;
  readonly #database: string;

  private constructor(wrangler: Wrangler, database: string) {
    this.#wrangler = wrangler;
    this.#database = database;
  }

  /** Creates the database unless it exists. @throws Failure */
  static async open(tools: { wrangler: Wrangler; print(line: string): void }, names: PreviewNames): Promise<Registry> {
    await findOrCreateDatabase(tools, names.registry);
    return new Registry(tools.wrangler, names.registry);
  }

  /** Null while there has been no preview. */
  static find(wrangler: Wrangler, names: PreviewNames, account: readonly ListedDatabase[]): Registry | null {
    return account.some(({ name }) => name === names.registry) ? new Registry(wrangler, names.registry) : null;
  }

  /** Oldest first. */
  async list(): Promise<readonly PreviewRow[]> {
    return this.#execute(selectAll);
  }

  /** Adds the row unless there is one of that name. @returns all rows, so that the caller sees whose the name is */
  async add(row: Pick<PreviewRow, "name" | "branch" | "libsql_url">): Promise<readonly PreviewRow[]> {
    const values = [row.name, row.branch, row.libsql_url].map(literal).join(", ");
    return this.#execute(
      `insert into previews (name, branch, libsql_url, at_origin, state) values (${values}, 0, 'creating')
        on conflict do nothing; ${selectAll}`,
    );
  }

  async change(name: string, change: PreviewChange): Promise<void> {
    const set = Object.entries(change).map(([column, value]) => `${column} = ${literal(value)}`);
    await this.#execute(`update previews set ${set.join(", ")} where name = ${literal(name)}`);
  }

  async remove(name: string): Promise<void> {
    await this.#execute(`delete from previews where name = ${literal(name)}`);
  }

  /** @returns the rows of the last statement */
  async #execute(sql: string): Promise<readonly PreviewRow[]> {
    const command = `${createTable}; ${sql}`.replaceAll(/\s*\n\s*/g, " ");
    const args = ["d1", "execute", this.#database, "--remote", "--json", "--yes", "--command", command];
    const stdout = await this.#wrangler.run(args, "The list of previews could not be used. Try again in a minute.");
    const executed = jsonIn<Executed[]>(stdout)?.at(-1);
    if (executed === undefined) {
      throw new Failure(`wrangler returned no JSON for the list of previews:\n\n${stdout}\n\nTry again in a minute.`);
    }
    return executed.results;
  }
}

/** `wrangler d1 execute` takes no parameters. Names of branches have no control characters. */
const literal = (value: string | number | null): string => {
  if (value === null) return "null";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
};
