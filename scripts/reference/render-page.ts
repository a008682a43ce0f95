// Renders a page of docs/ as HTML. The pages are this project's own: nothing in them has to be sanitised.
import { dirname, join } from "node:path/posix";
import { html } from "hono/html";
import { Marked } from "marked";

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
}

/**
 * @param name of the page below docs/, such as `guide/hooks.md`
 * @param pages the names of all pages, to which links lead
 */
export function renderPage(name: string, markdown: string, pages: readonly string[]): RenderedPage {
  const ids = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = uniqueId(text, ids);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(name, href, pages);
        return target === null ? text : `<a href="${escapeAttribute(target)}">${text}</a>`;
      },
    },
  });
  const body = String(marked.parse(markdown, { async: false }));
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  return {
    title,
    html: pageOf(
      title,
      name,
      body.replaceAll("<table>", '<div class="table"><table>').replaceAll("</table>", "</table></div>"),
    ),
  };
}

/** The URL of a link; null for a file of the repository that is no page. */
function targetOf(name: string, href: string, pages: readonly string[]): string | null {
  if (/^https?:|^#/.test(href)) return href;
  const [path = "", fragment] = href.split("#");
  const target = join(dirname(name), path);
  if (!pages.includes(target)) return null;
  return `/docs/${target.replace(/\.md$/, "")}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** As GitHub names the anchors of headings. */
function uniqueId(text: string, taken: Set<string>): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
  let id = base;
  for (let number = 1; taken.has(id); number += 1) id = `${base}-${number}`;
  taken.add(id);
  return id;
}

const escapeAttribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const pageOf = (title: string, name: string, body: string): string =>
  `${String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Tributary</title>
    <link rel="stylesheet" href="/docs/style.css" />
  </head>
  <body>
    <nav>
      <strong>Tributary</strong>
      <a href="/docs/">API reference</a>
      <a href="/docs/guide/README">Guide</a>
      <a href="/docs/${name}">As Markdown</a>
    </nav>
    <article>`)}${body}</article>\n  </body>\n</html>\n`;
