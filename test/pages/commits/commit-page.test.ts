// GET, POST /:namespace/:project/commit/:sha
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import { Browser, type ShownPage } from "../../support/browser.ts";
import { createIssue, createProject, type Project } from "../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../support/git.ts";
import { once } from "../../support/once.ts";

interface Shown {
  readonly owner: Actor;
  readonly project: Project;
  /** `/group/project/commit/…` */
  readonly path: string;
  readonly sha: string;
}

const PUBLIC = 20;

const fileId = async (path: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(path))).toString("hex");

/** A commit on top of one with these files. */
async function createShown(
  before: Record<string, string | Uint8Array>,
  after: Record<string, string | Uint8Array | null>,
  message = "Change",
  attributes = {},
): Promise<Shown> {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: PUBLIC, ...attributes });
  await seedRepository(owner, project, before);
  using folder = await WorkingFolder.copy(owner, project);
  const sha = await folder.commit(after, message);
  await folder.deliver();
  return { owner, project, path: `/${project.path_with_namespace}/commit/${sha}`, sha };
}

const createSimple = (attributes = {}) =>
  createShown({ "a.txt": "one\ntwo\nthree\n" }, { "a.txt": "one\n2\nthree\n" }, "Count\n\nIn digits.", attributes);

/** For tests that only read it. */
const simple = once(() => createSimple());

const roundTrips = (headers: Headers): number =>
  Number(/round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1]);

test("the page shows the message, the author, the parent, the branches and the changed lines", async () => {
  const { path, sha } = await simple();
  const { status, text } = await new Browser().open(path);
  expect({ status, text }).toEqual({
    status: 200,
    text: expect.stringMatching(
      new RegExp(
        `Count Browse files In digits\\. Commit ${sha} Author A U Thor , \\d+ years ago Parent [0-9a-f]{8} Branches main 1 changed file with 1 addition and 1 deletion`,
      ),
    ),
  });
});

test("references in the message and Markdown in comments are linked, for one more round trip", async () => {
  const { owner, project, path, sha } = await createShown(
    { "a.txt": "1\n" },
    { "a.txt": "2\n" },
    "Fix #1\n\nSee #1, too.",
  );
  await createIssue(owner, project);
  await ok(owner.post(`/projects/${project.id}/repository/commits/${sha}/comments`, { note: "**Well** done, #1" }));
  const { html, headers } = await (await Browser.signedIn(owner.token ?? "")).open(path);
  const link = `<a class="reference" href="/${project.path_with_namespace}/issues/1"`;
  expect({
    links: html.split(link).length - 1,
    markdown: html.includes("<strong>Well</strong> done, <a"),
    trips: roundTrips(headers),
  }).toEqual({
    links: 3,
    markdown: true,
    trips: 2,
  });
});

test("it needs one round trip to the database", async () => {
  const { owner, path } = await simple();
  const browser = await Browser.signedIn(owner.token ?? "");
  expect(roundTrips((await browser.open(path)).headers)).toBe(1);
});

test("each line has the anchor of GitLab: the file's SHA-1 and both numbers", async () => {
  const { path } = await simple();
  const { html } = await new Browser().open(path);
  const id = await fileId("a.txt");
  const anchors = [...html.matchAll(/<tr id="([^"]*)"/g)].map(([, anchor]) => anchor);
  expect(anchors).toEqual([`${id}_1_1`, `${id}_2_2`, `${id}_3_2`, `${id}_3_3`]);
});

test.each(["", "?view=parallel"])("each anchor is there once%s", async (query) => {
  const { path } = await createShown(
    { "a.txt": "1\n2\n3\n", "b.txt": "1\n2\n" },
    { "a.txt": "0\n1\n3\n4\n", "b.txt": "2\n" },
  );
  const { html } = await new Browser().open(path + query);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
  expect({ repeated: ids.length - new Set(ids).size, dead: links.filter((id) => !ids.includes(id)) }).toEqual({
    repeated: 0,
    dead: [],
  });
});

test("side by side, an old line is beside the new one, and an unchanged line is on both sides", async () => {
  const { path } = await simple();
  const { html } = await new Browser().open(`${path}?view=parallel`);
  expect(html.replaceAll(/<(?!\/?t[rd]\b)[^>]*>/g, "")).toMatch(
    /<td class="line">1<\/td><td>one<\/td><td class="line">1<\/td><td>one<\/td><\/tr><tr><td class="line" id="\w+">2<\/td><td class="removed">two<\/td><td class="line" id="\w+">2<\/td><td class="added">2<\/td><\/tr>/,
  );
});

test("the words that differ are marked in the old line and in the new one", async () => {
  const { path } = await createShown({ "a.txt": "total = 1;\n" }, { "a.txt": "total = 234;\n" });
  const { html } = await new Browser().open(path);
  expect(html.match(/total = <mark>\d+<\/mark>;/g)).toEqual(["total = <mark>1</mark>;", "total = <mark>234</mark>;"]);
});

test("changes of whitespace are hidden if wished", async () => {
  const { path } = await createShown({ "a.txt": "a\nb\n", "b.txt": "x\n" }, { "a.txt": "  a\nc\n", "b.txt": " x\n" });
  const shown = await new Browser().open(path);
  const hidden = await new Browser().open(`${path}?w=1`);
  const other = ({ html }: ShownPage) =>
    /<a href="([^"]*)"[^>]*>((?:Hide|Show) whitespace changes)/.exec(html)?.slice(1);
  expect({ shown: [shown.text, other(shown)], hidden: [hidden.text, other(hidden)] }).toEqual({
    shown: [expect.stringContaining("3 additions and 3 deletions"), [`${path}?w=1`, "Hide whitespace changes"]],
    hidden: [
      expect.stringMatching(/1 addition and 1 deletion.*b\.txt \+0 −0 View file Only whitespace has changed\./),
      [path, "Show whitespace changes"],
    ],
  });
});

test("renames, modes, binary, new, deleted and empty files are named as what they are", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: PUBLIC });
  await seedRepository(owner, project, {
    "old.txt": "1\n2\n3\n4\n",
    "run.sh": "#!/bin/sh\n",
    "b.bin": new Uint8Array([0, 1]),
    "gone.txt": "x\n",
  });
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("mv", "old.txt", "new.txt");
  await folder.git("update-index", "--chmod=+x", "run.sh");
  await folder.git("rm", "--quiet", "gone.txt");
  folder.write({ "b.bin": new Uint8Array([0, 2]), "empty.txt": "" });
  await folder.git("add", "b.bin", "empty.txt");
  await folder.git("commit", "--quiet", "-m", "Move");
  await folder.deliver();
  const { text } = await new Browser().open(
    `/${project.path_with_namespace}/commit/${await folder.git("rev-parse", "HEAD")}`,
  );
  expect(text).toContain(
    "b.bin +0 −0 View file A binary file. empty.txt +0 −0 new View file The file is empty. gone.txt +0 −1 deleted @@ -1 +0,0 @@ 1 x " +
      "old.txt → new.txt +0 −0 renamed View file The content has not changed. run.sh +0 −0 Mode 100644 → 100755 View file Only the mode has changed.",
  );
});

test("a comment is added by a form, and shown with its author", async () => {
  const { owner, path } = await createSimple();
  const browser = await Browser.signedIn(owner.token ?? "");
  const page = await browser.submit(await browser.open(path), path, { note: "Why <script>digits</script>?" });
  expect({ path: page.path, text: page.text, hasScript: page.html.includes("<script") }).toEqual({
    path: `${path}#comments`,
    text: expect.stringContaining(`Comments Name of ${owner.username} just now Why`),
    hasScript: false,
  });
});

test("a link of a line opens a form below it, whose comment is then shown there and is the API's", async () => {
  const { owner, project, path, sha } = await createSimple();
  const browser = await Browser.signedIn(owner.token ?? "");
  const code = `${await fileId("a.txt")}_3_2`;
  const form = `${path}?comment=${code}`;
  expect((await browser.open(path)).html).toContain(`href="${form}#${code}"`);
  const { html } = await browser.submit(await browser.open(form), path, { note: "Rather II" });
  const comments = await ok(owner.get(`/projects/${project.id}/repository/commits/${sha}/comments`));
  expect({
    isBelow: /id="\w+_3_2".*?<tr class="notes">.*Rather II.*<\/tr><tr id="\w+_3_3"/s.test(html),
    comments,
  }).toEqual({
    isBelow: true,
    comments: [expect.objectContaining({ note: "Rather II", path: "a.txt", line: 2, line_type: "new" })],
  });
});

test("of a comment the first 20,000 characters are shown", async () => {
  const { owner, project, path, sha } = await createSimple();
  const lengths = [20_000, 20_001];
  for (const length of lengths) {
    const note = `${length} ${"x".repeat(length - 6)}`;
    await ok(owner.post(`/projects/${project.id}/repository/commits/${sha}/comments`, { note }));
  }
  const { text } = await new Browser().open(path);
  const cut = (length: number) => new RegExp(`${length} x+ The rest of this comment is too long`).test(text);
  expect(lengths.map(cut)).toEqual([false, true]);
});

test("a refused comment keeps its form and says why", async () => {
  const { owner, path } = await createSimple();
  const browser = await Browser.signedIn(owner.token ?? "");
  const { status, text } = await browser.submit(await browser.open(path), path, { note: " " });
  expect({ status, text }).toEqual({ status: 400, text: expect.stringMatching(/blank|empty|missing/i) });
});

test("a comment on a line that the page does not show is among the others", async () => {
  const { owner, project, path, sha } = await createShown({ "a.txt": "one\n" }, { "a.txt": " one\n" });
  const comments = `/projects/${project.id}/repository/commits/${sha}/comments`;
  await ok(owner.post(comments, { note: "On a line", path: "a.txt", line: 1 }));
  const { text } = await new Browser().open(`${path}?w=1`);
  expect(text).toContain(`Only whitespace has changed. Comments Name of ${owner.username} just now On a line`);
});

test("of each name the latest status is listed, with its link to a web address", async () => {
  const { owner, project, path, sha } = await createSimple();
  const report = (state: string, target_url: string) =>
    ok(owner.post(`/projects/${project.id}/statuses/${sha}`, { state, name: "build", target_url }));
  await report("failed", "https://ci.example/1");
  await report("success", "https://ci.example/2");
  const { html } = await new Browser().open(path);
  expect(html.match(/<\w+[^>]*>\w+<\/span> <a href="https:\/\/ci\.example[^<]*<\/a>/g)).toEqual([
    expect.stringContaining('Success</span> <a href="https://ci.example/2">build</a>'),
  ]);
});

test.each(["short id", "branch"])("a %s leads to the whole id", async (kind) => {
  const { project, path, sha } = await simple();
  const name = kind === "branch" ? "main" : sha.slice(0, 8);
  const page = await new Browser().open(`/${project.path_with_namespace}/commit/${name}?w=1`);
  expect({ status: page.status, path: page.path }).toEqual({ status: 200, path: `${path}?w=1` });
});

test.each(["0".repeat(40), "nothing", "main..main", "%F0%28"])("there is no commit %s", async (name) => {
  const { project } = await simple();
  const page = await new Browser().open(`/${project.path_with_namespace}/commit/${name}`);
  expect({ status: page.status, text: page.text.includes("Page not found") }).toEqual({ status: 404, text: true });
});

test("a path that the commit did not change is not found", async () => {
  const { path } = await simple();
  expect((await new Browser().open(`${path}?expanded=other.txt`)).status).toBe(404);
});

test("a commit of a private project is not found by strangers, refused to guests, and shown to reporters", async () => {
  const { owner, project, path } = await createSimple({ visibility_level: 0 });
  const [stranger, guest, reporter] = await Promise.all([createUser(), createUser(), createUser()]);
  await joinProject(owner, project, guest, "guest");
  await joinProject(owner, project, reporter, "reporter");
  const statusFor = async (user: Actor) => (await (await Browser.signedIn(user.token ?? "")).open(path)).status;
  expect({
    anonymous: (await new Browser().open(path)).status,
    stranger: await statusFor(stranger),
    guest: await statusFor(guest),
    reporter: await statusFor(reporter),
  }).toEqual({ anonymous: 404, stranger: 404, guest: 403, reporter: 200 });
});

test("the anonymous read comments and have no form for one", async () => {
  const { path } = await simple();
  const { html } = await new Browser().open(path);
  expect({ form: html.includes("<textarea"), links: html.includes("comment=") }).toEqual({ form: false, links: false });
});
