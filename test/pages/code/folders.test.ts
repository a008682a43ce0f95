// /:namespace/:project and its folders
import { expect, test } from "vitest";
import { createUser, levels, ok } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { Browser } from "../../support/browser.ts";
import { createProject } from "../../support/factories.ts";
import { WorkingFolder } from "../../support/git.ts";
import { server } from "../../support/server.ts";
import { v4 } from "../../support/v4.ts";
import { createSeeded, linksIn, PUBLIC, roundTrips, signIn } from "./seeded.ts";

test("a project's page has its description, clone URL, files and readme, without signing in", async () => {
  const files = { "README.md": "# Read *me* first", "src/main.ts": "" };
  const { home } = await createSeeded(files, { description: "A small one" });
  const { status, html, text, headers } = await new Browser().open(home);
  expect({ status, trips: roundTrips(headers) }).toEqual({ status: 200, trips: "1" });
  for (const part of ["A small one", "src/", "README.md", "Read me first", "Begin"]) expect(text).toContain(part);
  expect(html).toContain("<em>me</em>");
  expect(html).toContain(`value="${baseUrl}${home}.git"`);
});

test("a project's page has the topics that API v4 has set", async () => {
  const { home, project, owner } = await createSeeded({ "a.txt": "" });
  await ok(owner.put(v4(`/projects/${project.id}`), { topics: ["<b>", "water"] }));
  const { text } = await new Browser().open(home);
  expect(text).toContain("Topics <b>, water");
});

test("a stranger sees the same page for a private project as for one that does not exist", async () => {
  const { home, project, owner } = await createSeeded({ "a.txt": "secret" }, { visibility_level: 0 });
  const stranger = await signIn(await createUser());
  for (const path of ["", "/tree", "/tree/main", "/blob/main/a.txt", "/raw/main/a.txt", "/branches", "/tags"]) {
    const hidden = await stranger.open(home + path);
    const missing = await stranger.open(`/${owner.username}/no-${project.path}${path}`);
    expect({ path, status: hidden.status, same: hidden.text === missing.text }).toEqual({
      path,
      status: 404,
      same: true,
    });
  }
});

test("a guest of a private project sees its page without files, and no files elsewhere", async () => {
  const { home, project, owner } = await createSeeded({ "a.txt": "secret" }, { visibility_level: 0 });
  const guest = await createUser();
  await ok(owner.post(`/projects/${project.id}/members`, { user_id: guest.id, access_level: levels.guest }));
  const browser = await signIn(guest);
  const page = await browser.open(home);
  const file = await browser.open(`${home}/blob/main/a.txt`);
  expect({ page: [page.status, page.text.includes("a.txt")], file: file.status }).toEqual({
    page: [200, false],
    file: 403,
  });
});

test("an empty repository tells those who may push how to begin", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: PUBLIC });
  const home = `/${project.path_with_namespace}`;
  const own = await (await signIn(owner)).open(home);
  const others = await new Browser().open(home);
  expect({ own: own.text.includes("git push -u origin"), others: others.text.includes("git push") }).toEqual({
    own: true,
    others: false,
  });
});

test("a folder lists folders before files, with links to them", async () => {
  const { home } = await createSeeded({ "lib/a.ts": "", "lib/deep/b.ts": "", "lib/README": "plain *text*" });
  const { status, html, text, headers } = await new Browser().open(`${home}/tree/main/lib`);
  expect({ status, trips: roundTrips(headers), readme: text.includes("plain *text*") }).toEqual({
    status: 200,
    trips: "1",
    readme: true,
  });
  const entries = linksIn(/<ul class="list files">.*?<\/ul>/s.exec(html)?.[0] ?? "");
  expect(entries).toEqual([`${home}/tree/main/lib/deep`, `${home}/blob/main/lib/README`, `${home}/blob/main/lib/a.ts`]);
});

test.each([
  ["/tree", "/tree/main"],
  ["/tree?ref=main&path=lib&show=tree", "/tree/main/lib"],
  ["/tree?ref=main&path=lib/a.ts&show=blob", "/blob/main/lib/a.ts"],
  ["/tree/main/lib/a.ts", "/blob/main/lib/a.ts"],
  ["/blob/main/lib", "/tree/main/lib"],
  ["/tree/feature/x/lib", "/tree/feature%2Fx/lib"],
  ["/blob/feature/x/lib/a.ts?plain=1", "/blob/feature%2Fx/lib/a.ts?plain=1"],
  ["/tree/feature/x", "/tree/feature%2Fx"],
])("%s leads to %s", async (from, to) => {
  const { home, owner, project } = await createSeeded({ "lib/a.ts": "a" });
  await ok(owner.post(`/projects/${project.id}/repository/branches`, { branch_name: "feature/x", ref: "main" }));
  const { status, path } = await new Browser().open(home + from);
  expect({ status, path }).toEqual({ status: 200, path: home + to });
});

test.each([
  ["ref=main&path=lib&show=tree", "/tree/main/lib"],
  ["ref=main&path=lib/a.ts&show=blob", "/blob/main/lib/a.ts"],
])("choosing a revision by %s redirects to %s at once", async (query, to) => {
  const { home } = await createSeeded({ "lib/a.ts": "a" });
  const { status, headers } = await server.fetch(`${baseUrl}${home}/tree?${query}`, { redirect: "manual" });
  expect([status, headers.get("location")]).toEqual([303, home + to]);
});

test.each(["/tree/nothing", "/tree/main/nothing", "/blob/main/nothing", "/raw/main/nothing", "/tree/main/../main"])(
  "%s is not found",
  async (path) => {
    const { home } = await createSeeded({ "a.txt": "" });
    const { status, text } = await new Browser().open(home + path.replaceAll("..", "%252e%252e"));
    expect({ status, text: text.includes("Page not found") }).toEqual({ status: 404, text: true });
  },
);

test("a symlink and a submodule are shown as such", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: PUBLIC });
  using folder = await WorkingFolder.create(owner, project);
  const first = await folder.commit({ "a.txt": "a" });
  await folder.git("update-index", "--add", "--cacheinfo", `160000,${first},vendor`);
  const target = await folder.try(["hash-object", "-w", "--stdin"], { input: "a.txt" });
  await folder.git("update-index", "--add", "--cacheinfo", `120000,${target.stdout.trim()},link`);
  await folder.git("commit", "--quiet", "-m", "Link");
  await folder.deliver();
  const home = `/${project.path_with_namespace}`;
  const { text } = await new Browser().open(`${home}/tree/main`);
  const link = await new Browser().open(`${home}/blob/main/link`);
  expect({
    link: text.includes("link symlink"),
    module: text.includes(`vendor submodule ${first.slice(0, 8)}`),
    content: link.text.includes("A symlink"),
  }).toEqual({ link: true, module: true, content: true });
});

test("names with any bytes are links that lead to their files", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: PUBLIC });
  using folder = await WorkingFolder.create(owner, project);
  const names = ["<script>alert(1)</script>", "\"'&", "100%", "a?b#c", "line\nfeed", "back\\slash", "ünï", " "];
  await folder.commit(Object.fromEntries(names.map((name) => [`d/${name.replaceAll("/", "∕")}`, "found"])));
  const blob = await folder.git("rev-parse", "HEAD:d/100%");
  const bytes = Buffer.concat([Buffer.from(`100644 ${blob}\td/caf`), Buffer.from([0xe9, 0x0a])]);
  await folder.try(["update-index", "--index-info"], { input: bytes });
  await folder.git("commit", "--quiet", "-m", "Latin-1");
  await folder.deliver();
  const { html } = await new Browser().open(`/${project.path_with_namespace}/tree/main/d`);
  const links = linksIn(/<ul class="list files">.*?<\/ul>/s.exec(html)?.[0] ?? "");
  expect({ count: links.length, script: html.includes("<script>alert") }).toEqual({
    count: names.length + 1,
    script: false,
  });
  for (const link of links) {
    const page = await new Browser().open(link);
    expect([link, page.status, page.text.includes("found"), page.html.includes("<script>alert")]).toEqual([
      link,
      200,
      true,
      false,
    ]);
  }
});

test("a folder of 1,200 files is shown in pages", async () => {
  const files = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`f/${1000 + index}.txt`, ""]));
  const { home } = await createSeeded(files);
  const first = await new Browser().open(`${home}/tree/main/f`);
  const last = await new Browser().open(`${home}/tree/main/f?page=3`);
  expect({
    first: [first.text.includes("1499.txt"), first.text.includes("1500.txt")],
    said: first.text.includes("Entries 1 to 500 of 1200 entries"),
    last: [last.text.includes("1999.txt"), last.text.includes("2199.txt")],
  }).toEqual({ first: [true, false], said: true, last: [false, true] });
});

test("an archive of the chosen revision can be loaded", async () => {
  const { home, project } = await createSeeded({ "a.txt": "a" });
  const { html } = await new Browser().open(`${home}/tree/main`);
  const link = linksIn(html).find((href) => href.includes("archive.zip")) ?? "";
  const response = await server.fetch(baseUrl + link, {});
  expect({ status: response.status, name: response.headers.get("content-disposition") }).toEqual({
    status: 200,
    name: expect.stringContaining(`${project.path}-main-`),
  });
  await response.arrayBuffer();
});
