// Users in stock equal those that the API creates
import { expect, test } from "vitest";
import { createUser, ok, root } from "../support/actors.ts";
import { onServer, startInProcess } from "../support/server.ts";
import { createUser as createByRequest, type Kind, kinds, type Stocked, UserStock } from "../support/user-stock.ts";

type Row = Readonly<Record<string, unknown>>;

/** All rows of a database, by table. */
async function contents(d1: D1Database): Promise<Map<string, Row[]>> {
  const { results } = await d1
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .all<{ name: string }>();
  const tables = new Map<string, Row[]>();
  for (const { name } of results) tables.set(name, (await d1.prepare(`select * from "${name}"`).all<Row>()).results);
  return tables;
}

/** What was written between two readings: rows without what differs between any two users, and changes of numbers. */
function written(before: Map<string, Row[]>, after: Map<string, Row[]>, user: { id: number; username: string }) {
  const token = after.get("access_tokens")?.find(({ user_id }) => user_id === user.id);
  const targets = [`"target_id":${user.id},"target_type":"User"`, `"target_id":${token?.id},"target_type":"Personal`];
  const common = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (name === "id") return [name, "an id"];
        if (/_at$/.test(name) && value !== null) return [name, `${value}`.replaceAll(/\d/g, "0")];
        if (name === "token_hash") return [name, `${value}`.replaceAll(/[0-9a-f]/g, "0")];
        if (typeof value === "string") {
          const text = targets.reduce((all, target) => all.replace(target, "the user or the token"), value);
          return [name, text.replaceAll(user.username, "username")];
        }
        return [name, value === user.id && /_id$/.test(name) ? "the user's id" : value];
      }),
    );
  const textsOf = (rows: readonly Row[] = []) => new Set(rows.map((row) => JSON.stringify(row)));
  return [...after].flatMap(([table, rows]) => {
    const [old, now] = [textsOf(before.get(table)), textsOf(rows)];
    const gone = [...old].filter((text) => !now.has(text)).map((text): Row => JSON.parse(text));
    const added = [...now].filter((text) => !old.has(text)).map((text): Row => JSON.parse(text));
    return added.map((row, at) => ({ table, ...(gone[at] === undefined ? common(row) : grown(gone[at], row)) }));
  });
}

const grown = (before: Row, after: Row): Row =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => [
      name,
      typeof value === "number" ? value - Number(before[name]) : value,
    ]),
  );

test.each(Object.keys(kinds) as Kind[])("a copied %s has in every table what the API writes for one", async (kind) => {
  const server = await startInProcess();
  const place: Stocked = {
    async run(queries) {
      const results = await server.d1.batch<Row>(
        queries.map(({ sql, params }) => server.d1.prepare(sql).bind(...params)),
      );
      return results.at(-1)?.results ?? [];
    },
    post: (path, body) => onServer(server, () => ok(root.post(path, { ...body }))),
  };
  const stock = new UserStock(place, 0);
  await stock.fill(kind, 1);
  const first = await contents(server.d1);
  const created = await createByRequest(place, "created-by-request", kinds[kind]);
  const second = await contents(server.d1);
  await stock.fill(kind, 1);
  const third = await contents(server.d1);
  const [, copy] = await stock.take(kind, 2);
  expect(copy).toBeDefined();
  const expected = written(first, second, created);
  expect(expected.map(({ table }) => table)).toEqual(expect.arrayContaining(["users", "namespaces", "access_tokens"]));
  expect(written(second, third, copy ?? created)).toEqual(expected);
});

test("a user from the stock signs in with their token", async () => {
  const user = await createUser();
  expect(await user.get("/user")).toMatchObject({ status: 200, body: { id: user.id, username: user.username } });
});
