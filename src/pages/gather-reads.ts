// Runs the reads that a page needs as one batch: what its parts ask for at the same time is one round trip.
import type { Database, DatabaseCost, Driver } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";

type Rows = Record<string, unknown>[][];

interface Waiting {
  readonly statements: readonly Statement[];
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

/**
 * Makes `db` run the batches that are requested in the same turn of the event loop, and that only read, as one batch.
 * Each gets the rows of its own statements. For a page that only reads: a failing statement fails all that wait with it.
 */
export function gatherReads(db: Database): void {
  db.wrapDriver((driver) => {
    let waiting: Waiting[] = [];
    const flush = () => {
      const gathered = waiting;
      waiting = [];
      void runTogether(driver, gathered, db.cost);
    };
    return {
      run(statements, cost) {
        if (!statements.every(({ reads }) => reads === true)) return driver.run(statements, cost);
        return new Promise<Rows>((resolve, reject) => {
          // What is requested without waiting for anything is requested before the next task.
          if (waiting.length === 0) setTimeout(flush, 0);
          waiting.push({ statements, resolve, reject });
        });
      },
    };
  });
}

async function runTogether(driver: Pick<Driver, "run">, waiting: readonly Waiting[], cost: DatabaseCost) {
  // Each batch has counted itself.
  cost.roundTrips -= waiting.length - 1;
  try {
    const rows = await driver.run(
      waiting.flatMap(({ statements }) => statements),
      cost,
    );
    let next = 0;
    for (const { statements, resolve } of waiting) {
      resolve(rows.slice(next, next + statements.length));
      next += statements.length;
    }
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
}
