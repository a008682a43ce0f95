// /:namespace/:project/blob/:ref/*: files
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createIssue } from "../../support/factories.ts";
import { createSeeded, linksIn, roundTrips, signIn } from "./seeded.ts";

const open = (path: string) => new Browser().open(path);

test("a file's lines have numbers that are links, and the page links to the commit's own", async () => {
  const { home, commit } = await createSeeded({ "lib/a.ts": 'const a = "<b>";\n\nexport { a };\n' });
  const { status, html, text, headers } = await open(`${home}/blob/main/lib/a.ts`);
  expect({ status, trips: roundTrips(headers) }).toEqual({ status: 200, trips: "1" });
  expect(html).toContain('<tr id="L1"><td class="line"><a href="#L1">1</a></td><td>const a = "&lt;b&gt;";</td></tr>');
  expect(html).not.toContain('id="L4"');
  expect(text).toContain("32 bytes 3 lines");
  expect(linksIn(html)).toEqual(
    expect.arrayContaining([`${home}/blob/${commit}/lib/a.ts`, `${home}/raw/main/lib/a.ts`]),
  );
});

test("a Markdown file is rendered, and its source is one link away", async () => {
  const { home } = await createSeeded({ "docs/a.md": "# Title\n\n[other](b.md) <script>alert(1)</script>" });
  const rendered = await open(`${home}/blob/main/docs/a.md`);
  const source = await open(`${home}/blob/main/docs/a.md?plain=1`);
  expect(linksIn(rendered.html)).toEqual(
    expect.arrayContaining([`${home}/blob/main/docs/b.md`, `${home}/blob/main/docs/a.md?plain=1`]),
  );
  expect({ script: rendered.html.includes("<script>"), source: source.text.includes("# Title") }).toEqual({
    script: false,
    source: true,
  });
});

test("a readme links the issues that its reader may see, and no others", async () => {
  const { home, owner, project } = await createSeeded({ "README.md": "See #1 and #2." });
  const issue = await createIssue(owner, project);
  await createIssue(owner, project, { confidential: true });
  const stranger = await (await signIn(await createUser())).open(home);
  expect({
    seen: linksIn(stranger.html).includes(`${home}/issues/${issue.iid}`),
    hidden: linksIn(stranger.html).includes(`${home}/issues/2`),
    trips: roundTrips(stranger.headers),
  }).toEqual({ seen: true, hidden: false, trips: "2" });
});

test("a picture is shown, and an SVG as its text", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const { home } = await createSeeded({ "a.png": new Uint8Array([0x89, 0x50]), "a.svg": svg });
  const picture = await open(`${home}/blob/main/a.png`);
  const drawing = await open(`${home}/blob/main/a.svg`);
  expect(picture.html).toContain(`<img src="${home}/raw/main/a.png" alt="a.png"/>`);
  expect({ image: drawing.html.includes("<img"), script: drawing.html.includes("<script>alert") }).toEqual({
    image: false,
    script: false,
  });
  expect(drawing.text).toContain("<script>alert(1)</script>");
});

const longLines = `${"x".repeat(100)}\n`;

test.each([
  ["binary", new Uint8Array([1, 0, 2]), "This file is not a text."],
  ["of 20,001 lines", "\n".repeat(20_001), "This file is too large to be shown."],
  ["over 1 MB", longLines.repeat(11_000), "This file is too large to be shown."],
  ["empty", "", "This file is empty."],
])("a file that is %s is not shown, and the page says why", async (_, content, said) => {
  const { home } = await createSeeded({ file: content });
  const { status, text } = await open(`${home}/blob/main/file`);
  expect({ status, said: text.includes(said) }).toEqual({ status: 200, said: true });
});

test.each([
  ["a", "1 byte 1 line"],
  ["a\n", "2 bytes 1 line"],
  ["a\nb", "3 bytes 2 lines"],
  ["\n\n", "2 bytes 2 lines"],
  ["", "0 bytes 0 lines"],
  ["x".repeat(1023), "1023 bytes 1 line"],
  ["x".repeat(1024), "1.0 KB 1 line"],
])("the page of the file %j says %s", async (content, said) => {
  const { home } = await createSeeded({ file: content });
  const { status, text } = await open(`${home}/blob/main/file`);
  expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining(said) });
});

test("a file of 20,000 lines is shown whole", async () => {
  const { home } = await createSeeded({ file: "line\r\n".repeat(20_000) });
  const { html } = await open(`${home}/blob/main/file`);
  expect({ last: html.includes('id="L20000"'), more: html.includes('id="L20001"'), cr: html.includes("\r") }).toEqual({
    last: true,
    more: false,
    cr: false,
  });
});

test("text that is not UTF-8 is read as Latin-1", async () => {
  const { home } = await createSeeded({ "a.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]) });
  expect((await open(`${home}/blob/main/a.txt`)).text).toContain("café");
});

test("the pages weigh less than 30 KiB gzipped without the content of files", async () => {
  const files = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`src/some-module-${index}.ts`, ""]));
  const { home } = await createSeeded({ "a.ts": "let a;", ...files });
  for (const path of ["", "/tree/main/src", "/blob/main/a.ts", "/branches", "/tags"]) {
    const { html } = await open(home + path);
    expect([path, gzipSync(html).length < 12 * 1024]).toEqual([path, true]);
  }
});
