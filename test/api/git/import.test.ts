// Imports on the platform itself: its network, its alarms, and a server that is killed while it imports.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { type ExpectStatic, inject, test } from "vitest";
import { boot, type Server } from "../../../scripts/boot.ts";
import type { GitFolder } from "../../git/git-folder.ts";
import { localAddresses } from "../../git/import/local-addresses.ts";
import { Random } from "../../git/random.ts";
import { randomHistory } from "../../git/random-history.ts";
import { createUser, ok, unique } from "../../support/actors.ts";
import { checkResponse } from "../../support/conformance.ts";
import { copyMigrated } from "../../support/empty-server.ts";
import { remoteUrl } from "../../support/git.ts";
import { GitRemote, gitBackend, type Respond } from "../../support/git-remote.ts";
import { mirrorOf } from "../../support/mirror.ts";

const backendOf = (folder: GitFolder) => gitBackend(join(folder.path, ".git"));
// The tests wait more than they compute: for pauses before the next attempt, and for servers to start.
const soon = { timeout: 60_000 };

/** Imports from a server like this. Returns the repository's URL once the import has ended. */
async function importFrom(remote: GitRemote, expect: ExpectStatic): Promise<string> {
  const owner = await createUser();
  const project = await ok(owner.post("/projects", { name: unique("import"), import_url: remote.url }));
  const status = async () => {
    const { import_status, import_error } = await ok(owner.get(`/projects/${project.id}`));
    return import_error ?? import_status;
  };
  await expect.poll(status, soon).toBe("finished");
  return remoteUrl(owner, project);
}

test.concurrent("the repository equals a mirror of the remote one", async ({ expect }) => {
  using folder = randomHistory(new Random(21), { commits: 100, largest: 300_000 });
  await using remote = await GitRemote.start(backendOf(folder));
  expect(await mirrorOf(await importFrom(remote, expect))).toEqual(await mirrorOf(remote.url));
});

/** Answers each request, but breaks the first answer with a pack off. */
function brokenOnce(respond: Respond): Respond {
  let posts = 0;
  return async (request, response) => {
    if (request.method === "GET" || ++posts !== 2) return respond(request, response);
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-result" });
    response.write("000dpackfile\n", () => response.destroy());
  };
}

test.concurrent("a connection that breaks off is tried again", async ({ expect }) => {
  using folder = randomHistory(new Random(22), { commits: 20 });
  await using remote = await GitRemote.start(brokenOnce(backendOf(folder)));
  expect(await mirrorOf(await importFrom(remote, expect))).toEqual(await mirrorOf(remote.url));
});

/** Answers each request, but the first one for a pack only in part, and says so. */
function heldOnce(respond: Respond) {
  const held = Promise.withResolvers<void>();
  let posts = 0;
  const respondHeld: Respond = async (request, response) => {
    if (request.method === "GET" || ++posts !== 2) return respond(request, response);
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-result" });
    response.write("000dpackfile\n", () => held.resolve());
  };
  return { respond: respondHeld, held: held.promise };
}

test.concurrent("the deletion of the project ends the requests of its import", async ({ expect }) => {
  let open = 0;
  await using remote = await GitRemote.start((_, response) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
    });
  });
  const owner = await createUser();
  const { id } = await ok(owner.post("/projects", { name: unique("import"), import_url: remote.url }));
  await expect.poll(() => open, soon).toBe(1);
  expect(await owner.delete(`/projects/${id}`)).toMatchObject({ status: 200 });
  // Without a byte, they would end after 60 seconds.
  await expect.poll(() => open, { timeout: 20_000 }).toBe(0);
});

const token = "a-token-for-one-test";

/** Servers of one test, one after the other on the same state. Declare it with `await using`. */
class OwnState implements AsyncDisposable {
  readonly #folder: string;
  #server: Server | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<OwnState> {
    const folder = await mkdtemp(join(tmpdir(), "tributary-import-"));
    await copyMigrated(folder);
    return new OwnState(folder);
  }

  /** Ends the server before this one. */
  async boot(vars: Readonly<Record<string, string>>): Promise<Server> {
    await this.kill();
    const [database, bundle] = [inject("database"), inject("bundle")];
    const options = { port: 0, stateDir: this.#folder, database, bundle };
    this.#server = await boot({ ...options, vars: { ROOT_TOKEN: token, ...vars } });
    return this.#server;
  }

  /** By SIGKILL, as Miniflare always does. */
  async kill(): Promise<void> {
    await this.#server?.dispose();
    this.#server = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

type Posted = {
  readonly status: number;
  readonly body: { readonly id?: number; readonly path_with_namespace?: string };
};

const headers = { "PRIVATE-TOKEN": token };

async function createOn({ url }: Server, attributes: Record<string, string>): Promise<Posted> {
  const body = new URLSearchParams(attributes);
  const answer = await checkResponse(
    "POST",
    await fetch(`${url.origin}/api/v3/projects`, { method: "POST", headers, body }),
  );
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const projectOn = async ({ url }: Server, { body: { id } }: Posted) =>
  JSON.parse(await (await fetch(`${url.origin}/api/v3/projects/${id}`, { headers })).text());

test.concurrent("a server that is killed in the middle of an import continues it", async ({ expect }) => {
  using folder = randomHistory(new Random(23), { commits: 50 });
  const { respond, held } = heldOnce(backendOf(folder));
  await using remote = await GitRemote.start(respond);
  await using state = await OwnState.create();
  const first = await state.boot({ HOOKS_ALLOW_LOCAL: "true" });
  const created = await createOn(first, { name: "imported", visibility_level: "20", import_url: remote.url });
  await held;
  const second = await state.boot({ HOOKS_ALLOW_LOCAL: "true" });
  await expect.poll(async () => (await projectOn(second, created)).import_status, soon).toBe("finished");
  const url = `${second.url.origin}/${created.body.path_with_namespace}.git`;
  expect(await mirrorOf(url)).toEqual(await mirrorOf(remote.url));
}, 180_000);

test.concurrent("a server that is not for local development imports from the internet alone", async ({ expect }) => {
  await using remote = await GitRemote.start((_, response) => void response.writeHead(503).end());
  await using state = await OwnState.create();
  const begun = await createOn(await state.boot({ HOOKS_ALLOW_LOCAL: "true" }), {
    name: "begun",
    import_url: remote.url,
  });
  expect(begun.status).toBe(201);
  await expect.poll(() => remote.requests.length, soon).toBeGreaterThan(0);

  await state.kill();
  const before = remote.requests.length;
  const server = await state.boot({ HOOKS_ALLOW_LOCAL: "false" });
  for (const import_url of [remote.url, ...localAddresses, `https://127.0.0.1:${server.url.port}/a/b.git`]) {
    expect([import_url, await createOn(server, { name: "refused", import_url })]).toEqual([
      import_url,
      { status: 400, body: { message: { import_url: ["imports are not allowed from that URL"] } } },
    ]);
  }
  const error = async () => (await projectOn(server, begun)).import_error;
  await expect.poll(error, soon).toBe("This server imports nothing from there.");
  expect(remote.requests.length).toBe(before);
}, 180_000);

/** Runs a statement on that server's database. */
async function execute({ libsqlUrl, d1 }: Server, statement: string): Promise<void> {
  if (libsqlUrl === null) await (await d1()).prepare(statement).run();
  else await createClient({ url: libsqlUrl }).execute(statement);
}

/** Addresses and credentials that the database keeps. */
async function storedSources({ libsqlUrl, d1 }: Server): Promise<unknown> {
  const query = "select count(*) as rows from pending_imports";
  if (libsqlUrl === null) return (await d1()).prepare(query).first("rows");
  return (await createClient({ url: libsqlUrl }).execute(query)).rows[0]?.rows;
}

test.concurrent("an import that the creating request did not begin is begun by reading the project, and forgets its source", async ({
  expect,
}) => {
  using folder = randomHistory(new Random(24), { commits: 10 });
  await using remote = await GitRemote.start(backendOf(folder));
  await using state = await OwnState.create();
  const server = await state.boot({ HOOKS_ALLOW_LOCAL: "true" });
  const created = await createOn(server, { name: "imported" });
  const { id } = created.body;
  // What a Worker leaves that dies when it has written the project.
  const origin = "http://localhost";
  await execute(server, `insert into pending_imports values (${id}, '${remote.url}', 'Basic YTpi', '${origin}')`);
  await execute(server, `update projects set import_status = 'scheduled' where id = ${id}`);
  await expect.poll(async () => (await projectOn(server, created)).import_status, soon).toBe("finished");
  expect(await storedSources(server)).toBe(0);
}, 180_000);
