// /:namespace/:project/new, /edit and /delete: changes of files in the browser
import { expect, test } from "vitest";
import { createUser, levels, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createProject } from "../../support/factories.ts";
import { createSeeded, roundTrips, type Seeded, signIn } from "./seeded.ts";

const contentOf = async ({ owner, project }: Seeded, filepath: string, branch = "main"): Promise<unknown> =>
  (await owner.get(`/projects/${project.id}/repository/blobs/${encodeURIComponent(branch)}`, { filepath })).text;

test("a file is created, with the folders that are missing", async () => {
  const seeded = await createSeeded({ a: "" });
  const browser = await signIn(seeded.owner);
  const form = await browser.open(`${seeded.home}/new/main`);
  const fields = { file_path: "deep/er/b (1).txt", content: "one\r\ntwo\r\n" };
  const page = await browser.submit(form, `${seeded.home}/new/main`, fields);
  expect([page.path, page.text.includes("The change was committed to main.")]).toEqual([
    `${seeded.home}/blob/main/deep/er/b%20(1).txt`,
    true,
  ]);
  expect(await contentOf(seeded, "deep/er/b (1).txt")).toBe("one\ntwo\n");
});

test("the first file of an empty repository is created on the branch that the form names", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const home = `/${project.path_with_namespace}`;
  const browser = await signIn(owner);
  const form = await browser.open(`${home}/new/main`);
  const page = await browser.submit(form, `${home}/new/main`, { file_path: "README.md", content: "# Begin" });
  expect([page.status, page.path]).toEqual([200, `${home}/blob/main/README.md`]);
});

test.each([
  ["line feeds", "one\ntwo\n", "one\nthree\n"],
  ["carriage returns and line feeds", "one\r\ntwo\r\n", "one\r\nthree\r\n"],
  ["an empty first line", "\none\n", "\nthree\n"],
  ["markup", "</textarea><script>&amp;two\n", "</textarea><script>&amp;three\n"],
])("an edit keeps %s", async (_, before, after) => {
  const seeded = await createSeeded({ "a.txt": before });
  const browser = await signIn(seeded.owner);
  const at = `${seeded.home}/edit/main/a.txt`;
  const form = await browser.open(at);
  expect(roundTrips(form.headers)).toBe("1");
  const content = after.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n");
  await browser.submit(form, at, { content });
  expect(await contentOf(seeded, "a.txt")).toBe(after);
});

test("a form commits a text of up to 1 MB in UTF-8, which it can change again, and no more", async () => {
  const { owner, home } = await createSeeded({ a: "" });
  const browser = await signIn(owner);
  const [at, edit] = [`${home}/new/main`, `${home}/edit/main/b`];
  const content = `${"x".repeat(1024 * 1024 - 2)}ü`;
  const form = await browser.open(at);
  const refused = await browser.submit(form, at, { file_path: "b", content: `${content}!` });
  const written = await browser.submit(form, at, { file_path: "b", content });
  const again = await browser.open(edit);
  expect({
    refused: [refused.status, refused.text.includes("Files over 1 MB cannot be edited here.")],
    written: [written.status, written.path],
    again: again.status,
  }).toEqual({ refused: [400, true], written: [200, `${home}/blob/main/b`], again: 200 });
});

test("a form that changes nothing shows the text that the file has", async () => {
  const before = "\n\n<a>&lt;\t\n";
  const seeded = await createSeeded({ "a.txt": before });
  const browser = await signIn(seeded.owner);
  const at = `${seeded.home}/edit/main/a.txt`;
  await browser.submit(await browser.open(at), at);
  expect(await contentOf(seeded, "a.txt")).toBe(before);
});

test("a file that has changed since the form was opened is not overwritten", async () => {
  const seeded = await createSeeded({ "a.txt": "one" });
  const browser = await signIn(seeded.owner);
  const [edit, remove] = [`${seeded.home}/edit/main/a.txt`, `${seeded.home}/delete/main/a.txt`];
  const [editForm, removeForm] = [await browser.open(edit), await browser.open(remove)];
  const change = { file_path: "a.txt", branch_name: "main", content: "two", commit_message: "Overtake" };
  await ok(seeded.owner.put(`/projects/${seeded.project.id}/repository/files`, change));
  const edited = await browser.submit(editForm, edit, { content: "three" });
  const removed = await browser.submit(removeForm, remove);
  const said = "The file has changed since you started editing it.";
  expect([edited.status, edited.text.includes(said), edited.html.includes("three")]).toEqual([409, true, true]);
  expect([removed.status, removed.text.includes(said)]).toEqual([409, true]);
  expect(await contentOf(seeded, "a.txt")).toBe("two");
});

test("of edits that are submitted at the same time, one is committed", async () => {
  const seeded = await createSeeded({ "a.txt": "one" });
  const browser = await signIn(seeded.owner);
  const at = `${seeded.home}/edit/main/a.txt`;
  const form = await browser.open(at);
  const texts = ["two", "three", "four", "five"];
  const pages = await Promise.all(texts.map((content) => browser.submit(form, at, { content })));
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const commits = await ok(seeded.owner.get(`/projects/${seeded.project.id}/repository/commits`));
  expect(commits).toHaveLength(2);
});

test("a file is deleted", async () => {
  const seeded = await createSeeded({ "a.txt": "one", b: "" });
  const browser = await signIn(seeded.owner);
  const at = `${seeded.home}/delete/main/a.txt`;
  const page = await browser.submit(await browser.open(at), at);
  expect([page.path, (await browser.open(`${seeded.home}/blob/main/a.txt`)).status]).toEqual([
    `${seeded.home}/tree/main`,
    404,
  ]);
});

test("a developer, who may not push to a protected branch, begins a branch with the change", async () => {
  const seeded = await createSeeded({ "a.txt": "one" });
  const developer = await createUser();
  const member = { user_id: developer.id, access_level: levels.developer };
  await ok(seeded.owner.post(`/projects/${seeded.project.id}/members`, member));
  const browser = await signIn(developer);
  const at = `${seeded.home}/edit/main/a.txt`;
  const form = await browser.open(at);
  const refused = await browser.submit(form, at, { content: "two", branch_name: "main" });
  expect([refused.status, refused.text.includes("You are not allowed to push into this branch")]).toEqual([400, true]);
  const page = await browser.submit(form, at, { content: "two" });
  expect(page.path).toBe(`${seeded.home}/blob/patch-1/a.txt`);
  expect([await contentOf(seeded, "a.txt"), await contentOf(seeded, "a.txt", "patch-1")]).toEqual(["one", "two"]);
});

test.each([
  ["a taken path", { file_path: "a" }, "already exists"],
  ["a path with a folder above", { file_path: "../x" }, "cannot include directory traversal"],
  ["a branch name that git refuses", { file_path: "x", branch_name: "a..b" }, "Branch name is invalid"],
  ["a branch beside its folder", { file_path: "x", branch_name: "main/x" }, "Branch name is invalid"],
  ["no message", { file_path: "x", commit_message: "" }, "is missing"],
])("%s is refused, and what was entered is kept", async (_, fields, said) => {
  const seeded = await createSeeded({ a: "" });
  const browser = await signIn(seeded.owner);
  const at = `${seeded.home}/new/main`;
  const page = await browser.submit(await browser.open(at), at, { content: "kept", ...fields });
  expect({ status: page.status, said: page.text.includes(said), kept: page.html.includes("kept") }).toEqual({
    status: 400,
    said: true,
    kept: true,
  });
});

test.each([
  ["a binary file", new Uint8Array([0, 1])],
  ["text that is not UTF-8", new Uint8Array([0xe9, 0x0a])],
  ["mixed line ends", "a\r\nb\n"],
  ["carriage returns alone", "a\rb\r"],
  ["a file over 1 MB", "x".repeat(1_100_000)],
])("%s is not edited in the browser", async (_, content) => {
  const { owner, home } = await createSeeded({ file: content });
  const { status, text } = await (await signIn(owner)).open(`${home}/edit/main/file`);
  expect({ status, said: text.includes("Push the change instead.") }).toEqual({ status: 400, said: true });
});

test.each([
  ["a tag", () => "v1"],
  ["a commit", ({ commit }: Seeded) => commit],
])("the files of %s are neither created, nor edited or deleted, and no page offers it", async (_, revisionOf) => {
  const seeded = await createSeeded({ "lib/a.txt": "one" });
  const { owner, project, home } = seeded;
  await ok(owner.post(`/projects/${project.id}/repository/tags`, { tag_name: "v1", ref: "main" }));
  const [browser, revision] = [await signIn(owner), revisionOf(seeded)];
  const open = (page: string) => browser.open(`${home}/${page}`);
  const forms = [`new/${revision}/lib`, `edit/${revision}/lib/a.txt`, `delete/${revision}/lib/a.txt`];
  const shown = [await open(`tree/${revision}/lib`), await open(`blob/${revision}/lib/a.txt`)];
  expect({
    forms: (await Promise.all(forms.map(open))).map(({ status, text }) => [
      status,
      text.includes("on branches. This is a tag or a commit."),
    ]),
    shown: shown.map(({ status, html }) => [status, forms.some((form) => html.includes(`"${home}/${form}"`))]),
  }).toEqual({ forms: forms.map(() => [400, true]), shown: shown.map(() => [200, false]) });
});

test("the pages of a branch offer the forms to those who push, and no others", async () => {
  const { owner, project, home } = await createSeeded({ "lib/a.txt": "one", "lib/b": new Uint8Array([0, 1]) });
  const developer = await createUser();
  await ok(owner.post(`/projects/${project.id}/members`, { user_id: developer.id, access_level: levels.developer }));
  const offered = async (browser: Browser) => {
    const pages = ["tree/main/lib", "blob/main/lib/a.txt", "blob/main/lib/b"].map((page) =>
      browser.open(`${home}/${page}`),
    );
    return (await Promise.all(pages)).map(({ html }) =>
      ["new", "edit", "delete"].filter((form) => html.includes(`href="${home}/${form}/main/lib`)),
    );
  };
  expect({
    pusher: await offered(await signIn(developer)),
    reader: await offered(await signIn(await createUser())),
    visitor: await offered(new Browser()),
  }).toEqual({
    pusher: [["new"], ["edit", "delete"], ["delete"]],
    reader: [[], [], []],
    visitor: [[], [], []],
  });
});

test("folders are not edited or deleted, and files have no files in them", async () => {
  const { owner, home } = await createSeeded({ "lib/a.txt": "one" });
  const browser = await signIn(owner);
  const pages = ["edit/main/lib", "delete/main/lib", "new/main/lib/a.txt"].map((page) =>
    browser.open(`${home}/${page}`),
  );
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("the branch that a form begins for a developer has the first number that is free", async () => {
  const { owner, project, home } = await createSeeded({ a: "one" });
  const developer = await createUser();
  await ok(owner.post(`/projects/${project.id}/members`, { user_id: developer.id, access_level: levels.developer }));
  await ok(owner.post(`/projects/${project.id}/repository/branches`, { branch_name: "patch-1", ref: "main" }));
  const forms = [owner, developer].map(async (user) => (await signIn(user)).open(`${home}/edit/main/a`));
  const branches = (await Promise.all(forms)).map(
    ({ html }) => /name="branch_name"[^>]*value="([^"]*)"/.exec(html)?.[1],
  );
  expect(branches).toEqual(["main", "patch-2"]);
});

test("those who may not push have no form, and their requests change nothing", async () => {
  const seeded = await createSeeded({ a: "one" });
  const reader = await signIn(await createUser());
  const at = `${seeded.home}/edit/main/a`;
  const visitor = await new Browser().open(at);
  const page = await reader.open(at);
  const [, token = ""] = /name="authenticity_token" value="([^"]*)"/.exec(page.html) ?? [];
  const fields = {
    authenticity_token: token,
    file_path: "a",
    branch_name: "main",
    content: "two",
    commit_message: "x",
  };
  const sent = await reader.post(at, new URLSearchParams(fields));
  expect({ visitor: visitor.path.startsWith("/-/sign_in"), page: page.status, sent: sent.status }).toEqual({
    visitor: true,
    page: 403,
    sent: 403,
  });
  expect(await contentOf(seeded, "a")).toBe("one");
});

test("no two elements of the pages that write a file share an id: labels name their fields by it", async () => {
  const seeded = await createSeeded({ "a.txt": "one" });
  const browser = await signIn(seeded.owner);
  const pages = await Promise.all(
    ["new/main/", "edit/main/a.txt"].map((page) => browser.open(`${seeded.home}/${page}`)),
  );
  const repeated = pages.map(({ html }) => {
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
  expect(repeated).toEqual([[], []]);
});
