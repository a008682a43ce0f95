// Rows that the pages of people read, however much there is to show.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, unique } from "../support/actors.ts";
import { readCost, send, type Values, withQuery } from "../support/api.ts";
import { type PlainServer, startPlain } from "../support/plain-server.ts";

const ROOT_TOKEN = "root-of-the-cost-tests";

let server: PlainServer;

beforeAll(async () => {
  server = await startPlain({ ROOT_TOKEN, DATABASE_COST: "true" });
});

afterAll(async () => {
  await server.dispose();
});

const post = (path: string, values: Values, token = ROOT_TOKEN) =>
  ok(
    send(withQuery(`${server.origin}/api/v3${path}`, values), { method: "POST", headers: { "PRIVATE-TOKEN": token } }),
  );

/** An administrator with one project, who reads pages in a session. */
async function createWorld() {
  const name = unique("reader");
  const person = { username: name, name, email: `${name}@example.com`, password: "secret-enough", admin: true };
  const { id: reader } = await post("/users", person);
  const { token } = await post(`/users/${reader}/impersonation_tokens`, { name, scopes: ["api"] });
  const { id: project } = await post("/projects", { name: "p" }, token);
  const cookie = await signIn(token);
  const read = async (path: string) => {
    const page = await fetch(server.origin + path, { headers: { cookie, accept: "text/html" } });
    const { roundTrips, rowsRead } = readCost(page.headers.get("server-timing") ?? "");
    return { path, status: page.status, roundTrips, rowsRead };
  };
  return { name, reader: Number(reader), project: Number(project), read };
}

/** @returns the cookie of a session */
async function signIn(token: string): Promise<string> {
  const { origin } = server;
  const form = await fetch(`${origin}/-/sign_in`);
  const [key = ""] = form.headers.getSetCookie();
  const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(await form.text())?.[1] ?? "";
  const signedIn = await fetch(`${origin}/-/sign_in`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: key.split(";")[0] ?? "" },
    body: new URLSearchParams({ authenticity_token, token }),
  });
  return signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 1000000000 + i, 'unixepoch')";

test("pages of people read as many rows of 10,000 merge requests and events as of 1,000", async () => {
  const { reader, project, read } = await createWorld();
  const insert = (from: number, upTo: number) => {
    const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})`;
    const texts = [
      `insert into merge_requests (id, project_id, iid, source_project_id, source_branch, target_branch, author_id,
        assignee_id, title, created_at, updated_at)
        ${numbers} select i, ${project}, i, ${project}, 'b' || i, 'main', ${reader}, ${reader}, 't', ${at}, ${at} from n`,
      `insert into events (kind, actor_id, project_id, target_id, created_at)
        ${numbers} select 'merge_request_opened', ${reader}, ${project}, i, ${at} from n`,
    ];
    return server.sql(...texts);
  };
  const paths = ["/", "/-/merge_requests", "/-/merge_requests?scope=created&state=all&page=3"];
  const readAll = async () => {
    const pages = [];
    for (const path of paths) pages.push(await read(path));
    return pages;
  };
  await insert(1, 1_000);
  const few = await readAll();
  await insert(1_001, 10_000);
  expect(await readAll()).toEqual(few);
  expect(few.map(({ status, roundTrips }) => [status, roundTrips])).toEqual(paths.map(() => [200, 1]));
  expect(Math.max(...few.map(({ rowsRead }) => rowsRead))).toBeLessThanOrEqual(3_500);
});

test("the start page reads the newest merge requests of the viewer in at most 100 projects", async () => {
  const { name, reader, read } = await createWorld();
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 160)";
  const texts = [
    `${numbers} insert into projects
      (id, namespace_id, name, path, creator_id, runners_token, created_at, updated_at, last_activity_at)
      select 1000 + i, (select id from namespaces where path = '${name}'), 'n' || i, 'p' || i, ${reader}, 'r' || i, ${at}, ${at}, ${at}
      from n where i <= 130`,
    `${numbers} insert into merge_requests
      (project_id, iid, source_project_id, source_branch, target_branch, author_id, assignee_id, title, created_at, updated_at)
      select p.id, i, p.id, 'b' || i, 'main', ${reader}, ${reader}, 't', ${at}, ${at} from projects p cross join n where p.id > 1000`,
  ];
  await server.sql(...texts);
  const { status, roundTrips, rowsRead } = await read("/");
  expect([status, roundTrips]).toEqual([200, 1]);
  expect(rowsRead).toBeLessThanOrEqual(45_000);
});

test("pages of an issue read as many rows of 5,000 members and participants as of 500", async () => {
  const { name, project, read } = await createWorld();
  await server.sql(
    `insert into issues (id, project_id, iid, author_id, title, created_at, updated_at)
      select 1, ${project}, 1, 1, 't', ${at}, ${at} from (select 1 as i)`,
  );
  const insert = (from: number, upTo: number) => {
    const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})`;
    const texts = [
      `insert into users (id, username, email, name, created_at, updated_at)
        ${numbers} select 1000 + i, 'u' || i, i || '@x.example', 'u', ${at}, ${at} from n`,
      `insert into project_members (project_id, user_id, access_level, created_at)
        ${numbers} select ${project}, 1000 + i, 30, ${at} from n`,
      `insert into participants (project_id, target_type, target_id, user_id, notes)
        ${numbers} select ${project}, 'Issue', 1, 1000 + i, 1 from n`,
    ];
    return server.sql(...texts);
  };
  const readAll = async () => [await read(`/${name}/p/issues/1`), await read(`/${name}/p/issues/new`)];
  await insert(1, 500);
  const few = await readAll();
  await insert(501, 5_000);
  expect(await readAll()).toEqual(few);
  expect(few.map(({ status, roundTrips }) => [status, roundTrips])).toEqual(few.map(() => [200, 1]));
});

test("a profile reads the newest 2,000 events of its user", async () => {
  const { name, reader, project, read } = await createWorld();
  const insert = (from: number, upTo: number) =>
    server.sql(
      `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${upTo})
        insert into events (kind, actor_id, project_id, target_id, created_at)
        select 'project_created', ${reader}, ${project}, ${project}, ${at} from n`,
    );
  await insert(1, 2_000);
  const few = await read(`/${name}`);
  await insert(2_001, 10_000);
  expect(await read(`/${name}`)).toEqual(few);
  expect(few.rowsRead).toBeLessThanOrEqual(5 * 2_000 + 500);
});
