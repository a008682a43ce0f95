// HTML that users write into Markdown, as far as it is permitted. Other tags are shown as text.
import { FilterXSS, type IWhiteList } from "xss";
import { decodeEntities, escapeHtml } from "./escape.ts";
import { permittedUrl, type UrlBase } from "./urls.ts";

/** The user's links lead out of our hands. */
export const LINK_RELATION = 'rel="nofollow noreferrer noopener"';

const words = (list: string): string[] => list.split(" ");

/** The attributes of permitted elements: no `style`, `class`, `id` or `name`, which could imitate parts of the page. */
const PERMITTED: IWhiteList = {
  ...Object.fromEntries(
    words(
      "abbr b bdo blockquote br cite code dd del dfn dl dt em hr i ins kbd li mark pre q s samp small strike strong sub summary sup tbody tfoot thead tt u ul var",
    ).map((tag) => [tag, ["title"]]),
  ),
  ...Object.fromEntries(words("center div h1 h2 h3 h4 h5 h6 p table tr").map((tag) => [tag, ["align"]])),
  a: ["href", "title"],
  details: ["open"],
  img: ["src", "alt", "title", "width", "height", "align"],
  ol: ["start"],
  td: ["align", "colspan", "rowspan"],
  th: ["align", "colspan", "rowspan"],
};

const VALUES: Readonly<Record<string, RegExp>> = {
  align: /^(?:left|right|center|top|middle|bottom)$/i,
  colspan: /^\d{1,3}$/,
  height: /^\d{1,4}%?$/,
  rowspan: /^\d{1,3}$/,
  start: /^\d{1,9}$/,
  width: /^\d{1,4}%?$/,
};

export interface RawHtmlOptions {
  readonly urls: UrlBase;
  /** The level of the heading that is written `<h1>`. */
  readonly headingLevel: number;
}

/** Makes the filter of one text. Its result has complete tags only, but perhaps not in pairs. */
export function rawHtmlFilter({ urls, headingLevel }: RawHtmlOptions): (html: string) => string {
  const filter = new FilterXSS({
    css: false,
    whiteList: PERMITTED,
    onTagAttr: (_tag, name, value, isPermitted) => (isPermitted ? attribute(name, value, urls) : ""),
    onIgnoreTag: (_tag, html) => escapeHtml(html),
  });
  return (html) =>
    filter
      .process(html)
      .replace(
        /<(\/?)h([1-6])(?=[ >])/g,
        (_, slash, level) => `<${slash}h${shiftedLevel(Number(level), headingLevel)}`,
      );
}

/** @param first the level of what is written as level 1 */
export const shiftedLevel = (level: number, first: number): number => Math.min(6, level + first - 1);

/** Empty if the value is not permitted. */
function attribute(name: string, value: string, urls: UrlBase): string {
  if (name === "open") return "open";
  if (name === "href" || name === "src") {
    const url = permittedUrl(value, name === "href" ? "blob" : "raw", urls);
    if (url === null) return "";
    return `${name}="${escapeHtml(url)}"${name === "href" ? ` ${LINK_RELATION}` : ""}`;
  }
  if (VALUES[name]?.test(value) === false) return "";
  return `${name}="${escapeHtml(decodeEntities(value))}"`;
}
