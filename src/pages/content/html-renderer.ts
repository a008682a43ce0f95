// Writes the tokens of Markdown as HTML. Everything but raw HTML is escaped here.
import { getDefaults, Parser, Renderer, type Token, type Tokens } from "marked";
import type { Work } from "./bounded-lexer.ts";
import { escapeHtml, escapeProse } from "./escape.ts";
import { LINK_RELATION, rawHtmlFilter, shiftedLevel } from "./raw-html.ts";
import { type LinkTarget, linkTo, targetOfUrl } from "./reference-links.ts";
import type { RenderOptions } from "./render-options.ts";
import { ID_PREFIX, permittedUrl, type UrlBase } from "./urls.ts";

/** HTML of tokens. Tags of raw HTML may be without their partners. @throws TooMuchWork */
export function htmlOf(tokens: Token[], options: RenderOptions, work: Work): string {
  const settings = getDefaults();
  return new Parser({ ...settings, renderer: new HtmlRenderer(options, work) }).parse(tokens);
}

class HtmlRenderer extends Renderer {
  readonly #options: RenderOptions;
  readonly #work: Work;
  readonly #filter: (html: string) => string;
  readonly #urls: UrlBase;
  readonly #ids = new Map<string, number>();

  constructor(options: RenderOptions, work: Work) {
    super();
    this.#options = options;
    this.#work = work;
    const { repository: file = null, references, headingLevel = 1 } = options;
    this.#urls = { file, project: references?.projectPath ?? file?.path ?? null };
    this.#filter = rawHtmlFilter({ urls: this.#urls, headingLevel });
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return this.#filter(text);
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ("tokens" in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens);
    // A character after a backslash is written as an entity, so that it begins no reference.
    if (token.type === "escape") return `&#${token.text.charCodeAt(0)};`;
    return escapeProse(token.text);
  }

  override code({ text, lang }: Tokens.Code): string {
    const language = /^[\w+#.-]{1,40}(?=\s|$)/.exec(lang ?? "")?.[0];
    const kind = language === undefined ? "" : ` class="language-${escapeHtml(language)}"`;
    return `<pre><code${kind}>${escapeHtml(text)}\n</code></pre>\n`;
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const level = shiftedLevel(depth, this.#options.headingLevel ?? 1);
    const text = this.parser.parseInline(tokens, this.parser.textRenderer);
    return `<h${level} id="${this.#idOf(text)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    const [attribute, name] = checked ? [" checked", "Completed task"] : ["", "Task"];
    return `<input type="checkbox" disabled${attribute} aria-label="${name}"> `;
  }

  override link({ href, title, text, tokens }: Tokens.Link): string {
    const target = href === text ? this.#targetOf(href) : null;
    if (target !== null) return linkTo(target, escapeHtml(target.text));
    const url = permittedUrl(href, "blob", this.#urls);
    const content = this.parser.parseInline(tokens);
    return url === null
      ? content
      : `<a href="${this.#attribute(url)}"${this.#title(title)} ${LINK_RELATION}>${content}</a>`;
  }

  override image({ href, title, tokens }: Tokens.Image): string {
    const url = permittedUrl(href, "raw", this.#urls);
    const text = escapeProse(this.parser.parseInline(tokens, this.parser.textRenderer));
    if (url === null) return text;
    return `<img src="${this.#attribute(url)}" alt="${text}"${this.#title(title)} loading="lazy">`;
  }

  /** A definition may be used again and again, which multiplies its length. */
  #attribute(value: string): string {
    this.#work.spend(value.length);
    return escapeHtml(value);
  }

  #title(title: string | null | undefined): string {
    if (!title) return "";
    this.#work.spend(title.length);
    return ` title="${escapeProse(title)}"`;
  }

  #targetOf(url: string): LinkTarget | null {
    const { references } = this.#options;
    return references === undefined ? null : targetOfUrl(url, references);
  }

  #idOf(text: string): string {
    const name = slug(text);
    const count = this.#ids.get(name) ?? 0;
    this.#ids.set(name, count + 1);
    return ID_PREFIX + (count === 0 ? name : `${name}-${count}`);
  }
}

/** As GitLab makes it: `What's new?` is `whats-new`. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/&[a-z#\d]{1,32};/g, "")
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, "")
    .trim()
    .replaceAll(" ", "-");
