// The file of a D1 database that no server uses, to be seeded: through a server it takes longer.
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { SeedDatabase } from "./seed.ts";

export function offline(database: DatabaseSync): SeedDatabase {
  return {
    prepare: (sql) => ({
      bind: (...values) => ({
        run: async () => database.prepare(sql).run(...(values as SQLInputValue[])),
        first: async (column) => database.prepare(sql).get(...(values as SQLInputValue[]))?.[column],
      }),
    }),
    exec: (sql) => database.exec(sql.replaceAll("\n", ";\n")),
  };
}
