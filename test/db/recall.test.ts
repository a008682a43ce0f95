// A write whose result is unknown is not repeated, although its reads were recalled.
import { expect, test } from "vitest";
import { Database, type Driver } from "../../src/db/database.ts";
import { Recall } from "../../src/db/recall.ts";
import type { Statement } from "../../src/db/statement.ts";

const read: Statement<{ id: number }> = { sql: "select id from projects where id = +?", params: [1], reads: true };
const write: Statement = { sql: "insert into issues (project_id) values (+?)", params: [1] };

/** A database that commits writes, and whose connection may break before it says so. */
class BreakingDatabase implements Driver {
  written = 0;
  breaksNow = false;

  async run(statements: readonly Statement[]): Promise<Record<string, unknown>[][]> {
    if (statements.includes(write)) this.written += 1;
    if (this.breaksNow) throw new Error("Network connection lost");
    return statements.map(() => [{ id: 1 }]);
  }
}

test("a connection that breaks after the commit leaves one write", async () => {
  const [driver, recall] = [new BreakingDatabase(), new Recall()];
  const request = () => {
    const db = new Database(driver);
    return recall.run(db, { except: [] }, async () => {
      await db.batch(read);
      await db.batch(write);
      return db.cost.roundTrips;
    });
  };
  expect([await request(), await request()]).toEqual([2, 1]);
  driver.breaksNow = true;
  await expect(request()).rejects.toThrow("Network connection lost");
  expect(driver.written).toBe(3);
});
