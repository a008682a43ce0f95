// Pages of lists and the headers that tell of them. In one place, so that every list pages alike.
import { integer } from "./coerce.ts";
import { withDefault } from "./params.ts";

const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 100;
/** Clients (Node's among them) give up on an answer whose headers exceed 16 KB; X-Next-Page tells as much as Link. */
export const MAX_LINK_LENGTH = 8_000;

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
  const query = linkQueries(params, page.perPage);
  const link = (rel: string, number: number) => `<${url}?${query(number)}>; rel="${rel}"`;
  const links = [
    ...(hasPrev ? [link("prev", page.page - 1)] : []),
    ...(hasNext ? [link("next", page.page + 1)] : []),
    link("first", 1),
    link("last", pages),
  ].join(", ");
  return {
    "x-total": String(total),
    "x-total-pages": String(pages),
    "x-per-page": String(page.perPage),
    "x-page": String(page.page),
    "x-next-page": hasNext ? String(page.page + 1) : "",
    "x-prev-page": hasPrev ? String(page.page - 1) : "",
    ...(links.length <= MAX_LINK_LENGTH && { link: links }),
  };
}

/** Page 0 and on, sorted by name and form-encoded; everything but the number is encoded once. */
export function linkQueries(params: ReadonlyMap<string, unknown>, perPage: number): (page: number) => string {
  const pairs: [string, string][] = [["per_page", String(perPage)]];
  for (const [name, value] of params) {
    if (name === "page" || name === "per_page" || value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const item of value) pairs.push([`${name}[]`, String(item)]);
    else if (value instanceof Map) for (const [key, item] of value) pairs.push([`${name}[${key}]`, String(item)]);
    else pairs.push([name, String(value)]);
  }
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const before = new URLSearchParams(pairs.filter(([name]) => name < "page")).toString();
  const after = new URLSearchParams(pairs.filter(([name]) => name > "page")).toString();
  const lead = before === "" ? "" : `${before}&`;
  return (page) => `${lead}page=${page}&${after}`;
}
