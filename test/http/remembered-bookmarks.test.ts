// GLOBAL_READS: whose bookmarks an isolate remembers.
import { expect, test } from "vitest";
import { ANYWHERE, D1Sessions } from "../../src/db/d1-sessions.ts";
import { Database } from "../../src/db/database.ts";
import { GlobalReads } from "../../src/middleware/global-reads.ts";
import { Random } from "../git/random.ts";
import { ReplicatedD1 } from "../support/runtime/replicated-d1.ts";

/** More than an isolate remembers. */
const MANY = 5_001;

/** Requests of callers that the database knows, or not, over replicas that do not get what is written from now on. */
async function isolate() {
  const d1 = new ReplicatedD1();
  const binding = d1.binding();
  await new Database(new D1Sessions(binding)).batch({ sql: "create table counted (n)", params: [] });
  // Every replica is read once, so that it has the table.
  for (let reads = 0; reads < 20; reads += 1) {
    const db = new Database(new D1Sessions(binding));
    db.startAt(ANYWHERE);
    await db.batch({ sql: "select n from counted", params: [] });
  }
  d1.configure(new Random(1), [1_000_000, 1_000_000]);
  const request = async (method: string, caller: string, isKnown: boolean) => {
    const db = new Database(new D1Sessions(binding));
    const reads = new GlobalReads(db, binding);
    reads.begin(new Request("https://own.example/", { method }), caller);
    const viewer = { sql: "select ? as viewer_id, 0 as viewer_admin", params: [isKnown ? 1 : null] };
    const write = { sql: "insert into counted values (1)", params: [] };
    const count = { sql: "select count(*) as n from counted", params: [] };
    const rows = await db.batch(viewer, ...(method === "POST" ? [write] : []), count);
    reads.end(new Response());
    return rows.at(-1)?.[0];
  };
  return { request };
}

test("tokens that nobody has displace nobody", async () => {
  const { request } = await isolate();
  const written = await request("POST", "known", true);
  for (let n = 0; n < MANY; n += 1) await request("GET", `invented ${n}`, false);
  const found: unknown[] = [];
  for (let reads = 0; reads < 10; reads += 1) found.push(await request("GET", "known", true));
  expect(found).toEqual(Array(10).fill(written));
});

test("beyond 5,000 users the one seen longest ago is forgotten", async () => {
  const { request } = await isolate();
  const written = await request("POST", "known", true);
  for (let n = 0; n < MANY; n += 1) await request("GET", `other ${n}`, true);
  const found: unknown[] = [];
  for (let reads = 0; reads < 10; reads += 1) found.push(await request("GET", "known", true));
  expect(found).not.toEqual(Array(10).fill(written));
});
