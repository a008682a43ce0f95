// The driver for D1, by the Worker's binding.
import { Database, type DatabaseCost } from "./database.ts";
import type { Statement } from "./statement.ts";

export function openD1(binding: D1Database): Database {
  return new Database({ run: (statements, cost) => runBatch(binding, statements, cost) });
}

export async function runBatch(
  to: Pick<D1Database, "prepare" | "batch">,
  statements: readonly Statement[],
  cost: DatabaseCost,
): Promise<Record<string, unknown>[][]> {
  const bound = statements.map(({ sql, params }) => to.prepare(sql).bind(...params));
  const results = await to.batch<Record<string, unknown>>(bound);
  for (const { meta } of results) {
    cost.rowsRead += meta.rows_read;
    cost.rowsWritten += meta.rows_written;
  }
  return results.map((result) => result.results);
}
