// Pages of lists and the headers that tell of them. In one place, so that every list pages alike.
import { integer } from "./coerce.ts";
import { withDefault } from "./params.ts";

const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 100;
/** Clients (Node's among them) give up on an answer whose headers exceed 16 KB; X-Next-Page tells as much as Link. */
const MAX_LINK_LENGTH = 8_000;

/** The two parameters every list takes. */
export const paginationParams = {
  page: withDefault<number>(integer, 1),
  per_page: withDefault<number>(integer, DEFAULT_PER_PAGE),
};

/** A page as the database is asked for it. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** A page below 1 is the first, per_page below 1 the default and above 100 a hundred. */
export function pageOf(params: { page: number; per_page: number }): Page {
  const page = Math.max(1, params.page);
  const perPage = params.per_page < 1 ? DEFAULT_PER_PAGE : Math.min(params.per_page, MAX_PER_PAGE);
  return { page, perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) };
}

/** One page of rows and how many there are in all. */
export interface PageOf<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/**
 * X-Total and its kin, and Link with prev, next, first, last; a request too long to repeat four times gets no Link.
 * @param url the absolute URL without a query
 * @param params what the request carried and the endpoint's defaults; page and per_page are replaced
 */
export function paginationHeaders(
  page: Page,
  total: number,
  url: string,
  params: ReadonlyMap<string, unknown>,
): Record<string, string> {
  const pages = Math.ceil(total / page.perPage);
  const hasPrev = page.page > 1;
  const hasNext = page.page < pages;
  const links: LinkedPage[] = [
    ...(hasPrev ? [["prev", page.page - 1] as const] : []),
    ...(hasNext ? [["next", page.page + 1] as const] : []),
    ["first", 1],
    ["last", pages],
  ];
  return {
    "x-total": String(total),
    "x-total-pages": String(pages),
    "x-per-page": String(page.perPage),
    "x-page": String(page.page),
    "x-next-page": hasNext ? String(page.page + 1) : "",
    "x-prev-page": hasPrev ? String(page.page - 1) : "",
    ...linkHeader(links, url, params, page.perPage),
  };
}

/** What a page is to the one it is linked from, and its number. */
export type LinkedPage = readonly [rel: "prev" | "next" | "first" | "last", page: number];

/**
 * Links to pages with their parameters sorted by name and form-encoded, unless they are too long: then the parameters are
 * not even encoded, for one of them may be a text of megabytes.
 *
 * @param url the absolute URL without a query
 */
export function linkHeader(
  pages: readonly LinkedPage[],
  url: string,
  params: ReadonlyMap<string, unknown>,
  perPage: number,
): { link?: string } {
  const pairs: [string, string][] = [["per_page", String(perPage)]];
  for (const [name, value] of params) {
    if (name === "page" || name === "per_page" || value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value) pairs.push([`${name}[]`, String(item)]);
    else if (value instanceof Map) for (const [key, item] of value) pairs.push([`${name}[${key}]`, String(item)]);
    else pairs.push([name, String(value)]);
  }
  if (pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_LINK_LENGTH) return {};
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  // Everything but the number of the page is encoded once.
  const before = new URLSearchParams(pairs.filter(([name]) => name < "page")).toString();
  const after = new URLSearchParams(pairs.filter(([name]) => name > "page")).toString();
  const lead = before === "" ? "" : `${before}&`;
  const link = pages.map(([rel, page]) => `<${url}?${lead}page=${page}&${after}>; rel="${rel}"`).join(", ");
  return link.length <= MAX_LINK_LENGTH ? { link } : {};
}
