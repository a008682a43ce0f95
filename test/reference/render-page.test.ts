// Pages of docs/ as HTML.
import { expect, test } from "vitest";
import { renderPage } from "../../scripts/reference/render-page.ts";

const pages = ["guide/a.md", "guide/b.md", "limits.md"];
const render = (markdown: string) => renderPage("guide/a.md", markdown, pages).html;

test.each([
  ["a page of the same folder", "[b](b.md)", '<a href="/docs/guide/b">b</a>'],
  ["a heading of a page", "[b](b.md#the-end)", '<a href="/docs/guide/b#the-end">b</a>'],
  ["a page of another folder", "[l](../limits.md)", '<a href="/docs/limits">l</a>'],
  ["another server", "[x](https://example.com/?a=1&b=2)", '<a href="https://example.com/?a=1&amp;b=2">x</a>'],
  ["a file that is no page", "[code](../../src/app.ts)", "<p>code</p>"],
])("a link to %s", (_, markdown, expected) => {
  expect(render(markdown)).toContain(expected);
});

test("headings have the anchors that GitHub gives them", () => {
  const html = render("# Who, and `how`?\n\n## Again\n\n## Again\n");
  expect([...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => id)).toEqual(["who-and-how", "again", "again-1"]);
});

test("the title is the first heading, and is escaped", () => {
  const { title, html } = renderPage("limits.md", "# More & <less>\n", pages);
  expect(title).toBe("More & <less>");
  expect(html).toContain("<title>More &amp; &lt;less&gt; · Tributary</title>");
});
