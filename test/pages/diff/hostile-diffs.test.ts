// Diffs with hostile names, messages and lines, and with lines that are hard to show
import { beforeAll, describe, expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { Browser, type ShownPage } from "../../support/browser.ts";
import { createProject } from "../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../support/git.ts";

const script = "<script>alert(1)</script>";

/** The page of a commit with this message that adds these files. */
async function commitPage(files: Record<string, string | Uint8Array>, message = "Add"): Promise<string> {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  await seedRepository(owner, project, { README: "1\n" });
  using folder = await WorkingFolder.copy(owner, project);
  const sha = await folder.commit(files, message);
  await folder.deliver();
  return `/${project.path_with_namespace}/commit/${sha}`;
}

const cellsOf = ({ html }: ShownPage): string[] =>
  [...html.matchAll(/<tr id="[^"]*" class="added">.*?<td>(.*?)<\/td><\/tr>/gs)].map(([, cell = ""]) => cell);

describe("scripts", () => {
  let path = "";
  beforeAll(async () => {
    const name = `"><img src=x onerror=alert(1)> ' &.txt`;
    path = await commitPage({ [name]: `${script}\n"' onclick="x" &amp;\n` }, `${script} "title"\n\n${script}`);
  });

  test.each(["", "?view=parallel", "?w=1"])("in names, messages and lines are text%s", async (query) => {
    const { status, html, text } = await new Browser().open(path + query);
    expect({
      status,
      scripts: html.match(/<(script|img|b)\b|<[^>]* on\w+=/g),
      name: text.includes(`"><img src=x onerror=alert(1)> ' &.txt +2 −0`),
      line: text.includes(`${script} 2`),
      message: text.includes(`${script} "title"`),
    }).toEqual({ status: 200, scripts: null, name: true, line: true, message: true });
  });

  test("in names are encoded in links", async () => {
    const { html } = await new Browser().open(path);
    const link = /href="([^"]*\/blob\/[^"]*)"/.exec(html)?.[1];
    expect(decodeURIComponent(link ?? "")).toContain(`/"><img src=x onerror=alert(1)> &#39; &.txt`);
  });
});

test("a carriage return is a mark that is not copied, and does not break the line", async () => {
  const page = await new Browser().open(await commitPage({ "a.txt": "one\r\ntwo\rthree\tfour\n" }));
  const mark = '<i class="mark cr"></i>';
  expect(cellsOf(page)).toEqual([`one${mark}`, `two${mark}three\tfour`]);
});

test("context of a file with CR LF has no marks", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  await seedRepository(owner, project, { "a.txt": "one\r\ntwo\r\n" });
  using folder = await WorkingFolder.copy(owner, project);
  const sha = await folder.commit({ "a.txt": "one\r\n2\r\n" });
  await folder.deliver();
  const { html } = await new Browser().open(`/${project.path_with_namespace}/commit/${sha}`);
  expect(html.match(/<i class="mark cr">/g)).toHaveLength(2);
});

test("lines that are not UTF-8 are shown as Latin-1", async () => {
  const page = await new Browser().open(await commitPage({ "a.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]) }));
  expect(cellsOf(page)).toEqual(["café"]);
});

test("a name that is not UTF-8 is shown as Latin-1", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  await seedRepository(owner, project, { README: "1\n" });
  using folder = await WorkingFolder.copy(owner, project);
  const blob = await folder.git("hash-object", "-w", "README");
  const listed = Buffer.from(`100644 blob ${blob}\tcaf\xe9.txt\0`, "latin1");
  const tree = (await folder.try(["mktree", "-z"], { input: listed })).stdout.trim();
  const commit = await folder.git("commit-tree", tree, "-p", "HEAD", "-m", "Rename");
  await folder.deliver(`${commit}:refs/heads/main`);
  const { status, text } = await new Browser().open(`/${project.path_with_namespace}/commit/${commit}`);
  expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining("README → café.txt +0 −0 renamed") });
});

test("a line of 1 MB is not shown, and the page says so", async () => {
  const page = await new Browser().open(await commitPage({ "a.txt": `${"x".repeat(1_000_000)}\n`, "b.txt": "b\n" }));
  expect({ text: page.text, isSmall: page.html.length < 20_000 }).toEqual({
    text: expect.stringMatching(
      /at least 1 addition .* a\.txt \+0 −0 new View file The changes of this file are too large to be shown\. b\.txt/,
    ),
    isSmall: true,
  });
});

test("a line of 100 KB is shown as it is", async () => {
  const line = "x".repeat(100_000);
  expect(cellsOf(await new Browser().open(await commitPage({ "a.txt": `${line}\n` })))).toEqual([line]);
});

test("a title of 100,000 characters is cut", async () => {
  const message = "y".repeat(100_000);
  const { html } = await new Browser().open(await commitPage({ "a.txt": "1\n" }, message));
  expect({ title: /<h1>(.*?)<\/h1>/.exec(html)?.[1], message: html.includes(message) }).toEqual({
    title: `${"y".repeat(250)}…`,
    message: true,
  });
});
