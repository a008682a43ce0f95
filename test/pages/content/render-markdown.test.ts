// Markdown as GitLab renders it: GFM, raw HTML as far as it is permitted, headings with ids.
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../../src/pages/content/render-markdown.ts";

const rel = 'rel="nofollow noreferrer noopener"';

test.each([
  ["~~gone~~ *a* **b** `c < d`", "<p><del>gone</del> <em>a</em> <strong>b</strong> <code>c &lt; d</code></p>\n"],
  ["a & b &amp; c &copy; 'd'", "<p>a &amp; b &amp; c &copy; &#39;d&#39;</p>\n"],
  ["<b>a</b> <kbd>b</kbd>", "<p><b>a</b> <kbd>b</kbd></p>\n"],
  ['<b title="&lt;&#66;&#xd83d;&#xdfff;">a</b>', '<p><b title="&lt;B\ufffd\ufffd">a</b></p>\n'],
  ['<b title="&#0;&#x10ffff;&#x110000;">a</b>', '<p><b title="\ufffd\u{10ffff}\ufffd">a</b></p>\n'],
  ["<div align=center>a</div><div align=justify>b</div>", '<div align="center">a</div><div>b</div>'],
  ["<u>a", "<p><u>a</u></p>\n"],
  ["a</p></div>", "<p>a</p>\n"],
  ["<video src=x>", "&lt;video src=x&gt;"],
  ["<!-- hidden -->", ""],
  ["```ts\na < b\n```", '<pre><code class="language-ts">a &lt; b\n</code></pre>\n'],
  ["```c++ title\na\n```", '<pre><code class="language-c++">a\n</code></pre>\n'],
  ['```x"y\na\n```', "<pre><code>a\n</code></pre>\n"],
  ["    a", "<pre><code>a\n</code></pre>\n"],
])("%j", (source, html) => {
  expect(renderMarkdown(source)).toBe(html);
});

test("a task is a disabled checkbox with a name", () => {
  expect(renderMarkdown("- [ ] a\n- [x] b")).toBe(
    `<ul>\n<li><input type="checkbox" disabled aria-label="Task"> a</li>\n` +
      `<li><input type="checkbox" disabled checked aria-label="Completed task"> b</li>\n</ul>\n`,
  );
});

test("a table aligns its columns without styles", () => {
  expect(renderMarkdown("|a|b|\n|-|:-:|\n|1|2|").replaceAll("\n", "")).toBe(
    `<table><thead><tr><th>a</th><th align="center">b</th></tr></thead>` +
      `<tbody><tr><td>1</td><td align="center">2</td></tr></tbody></table>`,
  );
});

test("details keep what is between their tags", () => {
  expect(renderMarkdown("<details open>\n<summary>More</summary>\n\n*text*\n\n</details>").replaceAll("\n", "")).toBe(
    "<details open><summary>More</summary><p><em>text</em></p></details>",
  );
});

test("URLs and addresses in prose are links", () => {
  expect(renderMarkdown("https://a.example/b?c=1&d=2. ada@a.example")).toBe(
    `<p><a href="https://a.example/b?c=1&amp;d=2" ${rel}>https://a.example/b?c=1&amp;d=2</a>. ` +
      `<a href="mailto:ada@a.example" ${rel}>ada@a.example</a></p>\n`,
  );
});

test("a URL of 2,000 characters in prose is a link, a longer one is not", () => {
  const url = "https://a.example/".padEnd(2_000, "b");
  expect([url, `${url}b`].map((source) => renderMarkdown(source))).toEqual([
    `<p><a href="${url}" ${rel}>${url}</a></p>\n`,
    `<p>${url}b</p>\n`,
  ]);
});

describe("headings", () => {
  test("have prefixed ids that differ, and links to them follow", () => {
    expect(renderMarkdown("# What's *new*?\n# What's new\n# Über uns\n[up](#whats-new)")).toBe(
      `<h1 id="user-content-whats-new">What&#39;s <em>new</em>?</h1>\n` +
        `<h1 id="user-content-whats-new-1">What&#39;s new</h1>\n` +
        `<h1 id="user-content-über-uns">Über uns</h1>\n` +
        `<p><a href="#user-content-whats-new" ${rel}>up</a></p>\n`,
    );
  });

  test("begin at the given level and end at 6, raw ones too", () => {
    expect(renderMarkdown("# a\n##### b\n\n<h1 align=center>c</h1>", { headingLevel: 3 })).toBe(
      `<h3 id="user-content-a">a</h3>\n<h6 id="user-content-b">b</h6>\n<h3 align="center">c</h3>`,
    );
  });
});

describe("in a file of a repository", () => {
  const repository = { path: "ada/app", ref: "feature/a#b", folder: "docs/the api" };
  const at = "feature/a%23b";
  const hrefOf = (url: string) => /(?:href|src)="([^"]*)"/.exec(renderMarkdown(url, { repository }))?.[1];

  test.each([
    ["[x](x.md)", `/ada/app/blob/${at}/docs/the%20api/x.md`],
    ["[x](./a/../x.md?a=1#L3)", `/ada/app/blob/${at}/docs/the%20api/x.md?a=1#user-content-L3`],
    ["[x](x.ts#L3)", `/ada/app/blob/${at}/docs/the%20api/x.ts#L3`],
    ["[x](<a b%20ü.md>)", `/ada/app/blob/${at}/docs/the%20api/a%20b%20%C3%BC.md`],
    ["[x](100%.md)", `/ada/app/blob/${at}/docs/the%20api/100%25.md`],
    ["[x](../sub/)", `/ada/app/tree/${at}/docs/sub`],
    ["[x](/LICENSE)", `/ada/app/blob/${at}/LICENSE`],
    ["[x](../../../../../../eve/app)", `/ada/app/blob/${at}/eve/app`],
    ["[x](%2e%2e/%2E%2E/%2e%2e/%2e%2e/x)", `/ada/app/blob/${at}/x`],
    ["[x](..%2f..%2f..%2fx)", `/ada/app/blob/${at}/docs/the%20api/..%2F..%2F..%2Fx`],
    ["![x](img/x.png)", `/ada/app/raw/${at}/docs/the%20api/img/x.png`],
    ["<img src='../x.svg'>", `/ada/app/raw/${at}/docs/x.svg`],
    ["<a href='x.md'>x</a>", `/ada/app/blob/${at}/docs/the%20api/x.md`],
    ["[x](#part)", "#user-content-part"],
    ["[x](https://a.example/x)", "https://a.example/x"],
    ["[x](//a.example/x)", "//a.example/x"],
    ["[x](mailto:a@b.example)", "mailto:a@b.example"],
    ["![x](mailto:a@b.example)", undefined],
    ["[x](\\\\\\\\evil.example)", undefined],
    ["[x](ftp://a.example)", undefined],
  ])("%s leads to %s", (source, url) => {
    expect(hrefOf(source)).toBe(url);
  });
});

test("relative links of other texts remain as they are", () => {
  expect(renderMarkdown("[x](a/b.md) ![y](../c.png)")).toBe(
    `<p><a href="a/b.md" ${rel}>x</a> <img src="../c.png" alt="y" loading="lazy"></p>\n`,
  );
});
