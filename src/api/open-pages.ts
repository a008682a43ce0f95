// Pagination of lists without a total. Only commits have such a list; in v3 its pages are counted from 0.
import { integer } from "../http/coerce.ts";
import { type LinkedPage, linkHeader, pageOf, type paginationParams } from "../http/pagination.ts";
import { withDefault } from "../http/params.ts";
import { type Call, Reply } from "./endpoint.ts";

export const openPageParams = {
  page: withDefault<number>(integer, 0),
  per_page: withDefault<number>(integer, 20),
};

type OpenPageParams = typeof openPageParams;

/** A page below 0 is the first one; per_page has the limits of all lists. */
export function openPageOf({ page, per_page }: Call<OpenPageParams>["params"]) {
  const { perPage, offset } = pageOf({ page: page + 1, per_page });
  return { offset, limit: perPage, page: Math.max(0, page) };
}

/** One page with the headers of other lists except the totals; Link has prev, next and first. */
export function paginateOpen(call: Call<OpenPageParams>, rows: readonly unknown[], hasMore: boolean): Reply {
  const { page, limit } = openPageOf(call.params);
  const links: LinkedPage[] = [
    ...(page > 0 ? [["prev", page - 1] as const] : []),
    ...(hasMore ? [["next", page + 1] as const] : []),
    ["first", 0],
  ];
  return new Reply(200, rows, {
    "x-per-page": String(limit),
    "x-page": String(page),
    "x-next-page": hasMore ? String(page + 1) : "",
    "x-prev-page": page > 0 ? String(page - 1) : "",
    ...linkHeader(links, call.url, call.given, limit),
  });
}

interface UncountedPage {
  readonly rows: readonly unknown[];
  readonly hasMore: boolean;
}

/** As {@link paginateOpen}, with pages counted from 1. */
export async function paginateUncounted(
  call: Call<typeof paginationParams>,
  read: (offset: number, limit: number) => Promise<UncountedPage>,
): Promise<Reply> {
  const { page, perPage, offset } = pageOf(call.params);
  const { rows, hasMore } = await read(offset, perPage);
  const links: LinkedPage[] = [
    ...(page > 1 ? [["prev", page - 1] as const] : []),
    ...(hasMore ? [["next", page + 1] as const] : []),
    ["first", 1],
  ];
  return new Reply(200, rows, {
    "x-per-page": String(perPage),
    "x-page": String(page),
    "x-next-page": hasMore ? String(page + 1) : "",
    "x-prev-page": page > 1 ? String(page - 1) : "",
    ...linkHeader(links, call.url, call.given, perPage),
  });
}
