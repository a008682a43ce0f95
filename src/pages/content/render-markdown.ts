// Renders user-written texts as HTML that is safe to embed: Markdown, and titles of one line.
import { lex, TooMuchWork, Work } from "./bounded-lexer.ts";
import { escapeHtml } from "./escape.ts";
import { finishHtml } from "./finish-html.ts";
import { htmlOf } from "./html-renderer.ts";
import { linkReferences, type ResolvedReferences } from "./reference-links.ts";
import type { RenderOptions } from "./render-options.ts";

/** GitLab's Markdown. A text that takes too much work (docs/limits.md) is shown as it is written, in a `pre`. */
export function renderMarkdown(source: string, options: RenderOptions = {}): string {
  const { references, work = new Work() } = options;
  try {
    const html = htmlOf(lex(source, work), options, work);
    return finishHtml(html, (text) => (references === undefined ? text : linkReferences(text, references)));
  } catch (error) {
    if (error instanceof TooMuchWork) return `<pre class="plain-text">${escapeHtml(source)}</pre>\n`;
    throw error;
  }
}

/**
 * Text without any markup, such as the title of an issue.
 * @param references for titles that are not inside of a link themselves
 */
export const renderTitle = (title: string, references?: ResolvedReferences): string =>
  references === undefined ? escapeHtml(title) : linkReferences(escapeHtml(title), references);
