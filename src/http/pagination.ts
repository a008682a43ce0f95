// Offset pagination: the parameters of every list and the headers of its pages.
import { integer } from "./coerce.ts";
import { withDefault } from "./params.ts";

const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 100;
/** Characters. Clients, Node's among them, reject headers over 16 KB; X-Next-Page says the same as Link. */
const MAX_LINK_LENGTH = 8_000;

/** The parameters of every list. */
export const paginationParams = {
  page: withDefault<number>(integer, 1),
  per_page: withDefault<number>(integer, DEFAULT_PER_PAGE),
};

export interface Page {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** A page below 1 is the first; per_page below 1 is the default, above 100 it is 100. */
export function pageOf(params: { page: number; per_page: number }): Page {
  const page = Math.max(1, params.page);
  const perPage = params.per_page < 1 ? DEFAULT_PER_PAGE : Math.min(params.per_page, MAX_PER_PAGE);
  return { page, perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) };
}

/** The rows of one page and the total of all pages. */
export interface PageOf<Row> {
  readonly rows: Row[];
  readonly total: number;
  /** False if there may be more rows than `total`: the headers then name no total and no last page, as GitLab's do. */
  readonly isCounted?: boolean;
}

interface Size extends Omit<PageOf<unknown>, "rows"> {
  /** The number of pages of an empty list. */
  readonly fewestPages?: number;
}

/**
 * X-Total and the other headers of a page, and Link with prev, next, first and last.
 *
 * @param url the absolute URL without a query
 * @param params the request's parameters and the endpoint's defaults; page and per_page are replaced
 */
export function paginationHeaders(
  page: Page,
  { total, isCounted = true, fewestPages = 0 }: Size,
  url: string,
  params: ReadonlyMap<string, unknown>,
): Record<string, string> {
  const pages = Math.max(Math.ceil(total / page.perPage), fewestPages);
  const hasPrev = page.page > 1;
  const hasNext = page.page < pages;
  const links: LinkedPage[] = [
    ...(hasPrev ? [["prev", page.page - 1] as const] : []),
    ...(hasNext ? [["next", page.page + 1] as const] : []),
    ["first", 1],
    ...(isCounted ? [["last", pages] as const] : []),
  ];
  return {
    ...(isCounted && { "x-total": String(total), "x-total-pages": String(pages) }),
    "x-per-page": String(page.perPage),
    "x-page": String(page.page),
    "x-next-page": hasNext ? String(page.page + 1) : "",
    "x-prev-page": hasPrev ? String(page.page - 1) : "",
    ...linkHeader(links, url, params, page.perPage),
  };
}

/** The relation and the number of a linked page. */
export type LinkedPage = readonly [rel: "prev" | "next" | "first" | "last", page: number];

/**
 * The Link header with the parameters sorted by name and form-encoded. There is none if it would exceed
 * {@link MAX_LINK_LENGTH}; the raw length is checked first, since a parameter may have megabytes.
 *
 * @param url the absolute URL without a query
 */
export function linkHeader(
  pages: readonly LinkedPage[],
  url: string,
  params: ReadonlyMap<string, unknown>,
  perPage: number,
): { link?: string } {
  const pairs = linkedParams(params, perPage);
  if (pairs === null) return {};
  // The parameters around `page` are encoded once for all links.
  const before = formEncoded(pairs.filter(([name]) => name < "page"));
  const after = formEncoded(pairs.filter(([name]) => name > "page"));
  const lead = before === "" ? "" : `${before}&`;
  const link = pages.map(([rel, page]) => `<${url}?${lead}page=${page}&${after}>; rel="${rel}"`).join(", ");
  return ofAllowedLength(link);
}

/** The Link header with one address that names no page. Params as for {@link linkHeader}. */
export function linkTo(
  rel: "next",
  url: string,
  params: ReadonlyMap<string, unknown>,
  perPage: number,
): { link?: string } {
  const pairs = linkedParams(params, perPage);
  return pairs === null ? {} : ofAllowedLength(`<${url}?${formEncoded(pairs)}>; rel="${rel}"`);
}

const ofAllowedLength = (link: string): { link?: string } => (link.length <= MAX_LINK_LENGTH ? { link } : {});

/** The parameters of linked pages but `page`, sorted by name; null if they are too long. */
function linkedParams(params: ReadonlyMap<string, unknown>, perPage: number): [string, string][] | null {
  const pairs: [string, string][] = [["per_page", String(perPage)]];
  for (const [name, value] of params) {
    if (name === "page" || name === "per_page" || value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value) pairs.push([`${name}[]`, String(item)]);
    else if (value instanceof Map) for (const [key, item] of value) pairs.push([`${name}[${key}]`, String(item)]);
    else pairs.push([name, String(value)]);
  }
  if (pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_LINK_LENGTH) return null;
  return pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Form encoding leaves these characters as they are, except spaces. */
const PLAIN = /^[\w.* -]*$/;

/** Nearly all pairs are plain, and URLSearchParams takes ten times as long. */
const formEncoded = (pairs: [string, string][]): string =>
  pairs.every(([name, value]) => PLAIN.test(name) && PLAIN.test(value))
    ? pairs
        .map(([name, value]) => `${name}=${value}`)
        .join("&")
        .replaceAll(" ", "+")
    : new URLSearchParams(pairs).toString();
