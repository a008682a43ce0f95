// The driver for D1, by the Worker's binding.
import { Database } from "./database.ts";

export function openD1(binding: D1Database): Database {
  return new Database({
    async run(statements, cost) {
      const bound = statements.map(({ sql, params }) => binding.prepare(sql).bind(...params));
      const results = await binding.batch<Record<string, unknown>>(bound);
      for (const { meta } of results) {
        cost.rowsRead += meta.rows_read;
        cost.rowsWritten += meta.rows_written;
      }
      return results.map((result) => result.results);
    },
  });
}
