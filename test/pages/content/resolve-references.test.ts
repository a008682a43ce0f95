// A reference becomes a link only if the reader may see what it leads to.
import { beforeAll, expect, test } from "vitest";
import { openD1 } from "../../../src/db/d1.ts";
import type { Database } from "../../../src/db/database.ts";
import { Repositories, type RepositoryNamespace } from "../../../src/durable-objects/repositories.ts";
import { renderMarkdown, renderTitle } from "../../../src/pages/content/render-markdown.ts";
import { resolveReferences } from "../../../src/pages/content/resolve-references.ts";
import type { ViewerKey } from "../../../src/permissions/visible.ts";
import { type LocalWorker, startLocalWorker } from "../../support/runtime/worker.ts";

const baseUrl = "https://own.example";
let worker: LocalWorker;
let commit: string;

/** As the administrator, or as the user whom `sudo` names. */
async function post(path: string, body: object, sudo = "root"): Promise<Record<string, unknown>> {
  const response = await worker.fetch(
    new Request(`${baseUrl}/api/v3${path}`, {
      method: "POST",
      headers: { "private-token": ROOT_TOKEN, sudo, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return asObject(await response.json());
}

const ROOT_TOKEN = "the-root-token-of-references";
const asObject = (body: unknown): Record<string, unknown> => body as Record<string, unknown>;

beforeAll(async () => {
  worker = await startLocalWorker({ ROOT_TOKEN });
  for (const username of ["ada", "bob", "eve"]) {
    await post("/users", {
      username,
      name: `${username} <b>`,
      email: `${username}@example.com`,
      password: "secret-enough",
    });
  }
  await post("/groups", { name: "Secret", path: "secret", visibility_level: 0 }, "bob");
  await post("/projects", { name: "app", visibility_level: 20 }, "ada");
  await post("/projects", { name: "hidden", visibility_level: 0 }, "ada");
  const issues = "/projects/ada%2Fapp/issues";
  await post(issues, { title: "Open & <shut>" }, "ada");
  await post(issues, { title: "Confidential", confidential: true }, "ada");
  await post(issues, { title: "Eve's own", confidential: true }, "eve");
  await post("/projects/ada%2Fhidden/issues", { title: "Hidden" }, "ada");
  for (const path of ["ada%2Fapp", "ada%2Fhidden"]) {
    const actions = [{ action: "create", file_path: "a", content: "a" }];
    const body = { branch_name: "master", commit_message: "First", actions };
    commit = String((await post(`/projects/${path}/repository/commits`, body, "ada")).id);
  }
});

const viewer = (username: string | null): ViewerKey => ({
  known_id: null,
  known_username: username,
  token_hash: null,
  scopes: "",
  today: "2026-01-01",
});

const open = (): Database => openD1(worker.d1);
const repositories = () => new Repositories(worker.repositories as RepositoryNamespace);

async function resolve(username: string | null, texts: readonly string[], place: string | null, db = open()) {
  return resolveReferences({ db, viewer: viewer(username), repositories: repositories(), baseUrl }, texts, place);
}

/** The written references of `text` that are links for that reader. */
async function linked(username: string | null, text: string, place: string | null = "ada/app"): Promise<string[]> {
  const html = renderMarkdown(text, { references: await resolve(username, [text], place) });
  return [...html.matchAll(/<a class="reference" href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(
    ([, href, written]) => `${written} ${href}`,
  );
}

test("an issue of a public project is linked for everybody, with its title", async () => {
  const text = "See #1.";
  expect(renderMarkdown(text, { references: await resolve(null, [text], "ada/app") })).toBe(
    '<p>See <a class="reference" href="/ada/app/issues/1" title="Open &amp; &lt;shut&gt;">#1</a>.</p>\n',
  );
});

test.each([
  [null, ["#1 /ada/app/issues/1"]],
  ["bob", ["#1 /ada/app/issues/1"]],
  ["eve", ["#1 /ada/app/issues/1", "#3 /ada/app/issues/3"]],
  ["ada", ["#1 /ada/app/issues/1", "#2 /ada/app/issues/2", "#3 /ada/app/issues/3"]],
] as const)("for %s, confidential issues are linked only to those who see them", async (reader, expected) => {
  expect(await linked(reader, "#1 #2 #3 #99 !1")).toEqual(expected);
});

test("a private project's issue and one that does not exist look the same", async () => {
  const html = async (text: string) => renderMarkdown(text, { references: await resolve("eve", [text], "ada/app") });
  expect(await html("ada/hidden#1 hidden#1 ada/none#1")).toBe("<p>ada/hidden#1 hidden#1 ada/none#1</p>\n");
  expect(await linked("ada", "ada/hidden#1 hidden#1 ada/none#1")).toEqual([
    "ada/hidden#1 /ada/hidden/issues/1",
    "hidden#1 /ada/hidden/issues/1",
  ]);
});

test("users are linked for signed-in readers, groups for those who see them", async () => {
  expect(await linked(null, "@ada @secret @nobody")).toEqual([]);
  expect(await linked("eve", "@ADA @secret @nobody")).toEqual(["@ADA /ada"]);
  expect(await linked("bob", "@ada @secret")).toEqual(["@ada /ada", "@secret /groups/secret"]);
});

test("a commit of the project is linked by its id or a part of it for those who may read the code", async () => {
  const short = commit.slice(0, 7);
  const text = `${commit} ada/hidden@${short} ${short} 0123456 ada/app@${short}`;
  const href = `/ada/hidden/commit/${commit}`;
  expect(await linked("ada", text, "ada/hidden")).toEqual([
    `${commit} ${href}`,
    `ada/hidden@${short} ${href}`,
    `${short} ${href}`,
  ]);
  expect(await linked("eve", text, "ada/hidden")).toEqual([]);
});

test("URLs of this server are shown short for those who see the target", async () => {
  const text = "https://own.example/ada/app/issues/1 and https://own.example/ada/hidden/issues/1";
  expect(await linked("ada", text)).toEqual(["#1 /ada/app/issues/1", "hidden#1 /ada/hidden/issues/1"]);
  expect(await linked("eve", text)).toEqual(["#1 /ada/app/issues/1"]);
  expect(await linked("eve", text, "bob/other")).toEqual(["ada/app#1 /ada/app/issues/1"]);
});

test("outside of projects only full references are linked", async () => {
  expect(await linked("ada", "#1 ada/app#1 app#1", null)).toEqual(["ada/app#1 /ada/app/issues/1"]);
});

test("links, code, attributes and escaped characters are left alone", async () => {
  const text = `\`#1\` [#1](/x) <a href="#1" title="#1">#1 <b>@ada</b></a> <code>#1</code> \\#1 ![#1](x "#1")

    #1

\`\`\`
@ada #1
\`\`\`
`;
  expect(await linked("ada", text)).toEqual([]);
});

test("a title is escaped, and its references are linked", async () => {
  const title = "<b> **#1** & `#2`";
  expect(renderTitle(title, await resolve(null, [title], "ada/app"))).toBe(
    '&lt;b&gt; **<a class="reference" href="/ada/app/issues/1" title="Open &amp; &lt;shut&gt;">#1</a>** &amp; `#2`',
  );
});

test("all texts of a page take one round trip, and texts without references none", async () => {
  const [one, none] = [open(), open()];
  await resolve("ada", ["#1 !1 @ada", "ada/hidden#1 @bob", commit], "ada/app", one);
  await resolve("ada", ["plain *text* `#1`", ""], "ada/app", none);
  expect([one.cost.roundTrips, none.cost.roundTrips]).toEqual([1, 0]);
});

test("a page looks up its first 200 references", async () => {
  const many = Array.from({ length: 300 }, (_, index) => `#${1_000 + index}`).join(" ");
  expect(await linked("ada", `${many} #1`)).toEqual([]);
  expect(await linked("ada", `#1 ${many}`)).toEqual(["#1 /ada/app/issues/1"]);
});
