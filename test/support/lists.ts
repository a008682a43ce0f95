// Matchers for list responses, and a client that reads all pages of a list.
import { expect } from "vitest";
import type { Answer, Caller, Values } from "./api.ts";

/** Matches a response that lists exactly these items in this order. */
export const listing = (...things: readonly { readonly id: number }[]) => ({
  status: 200,
  body: things.map(({ id }) => ({ id })),
});

/** Sorted ids of a list response, for tests that do not check the order. */
export const idsOf = ({ body }: Answer): number[] =>
  body.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);

/** Reads a list page by page until one is not full. Returns all rows, and the distinct values of X-Total. */
export async function pageThrough(
  caller: Caller,
  path: string,
  query: Values = {},
  perPage = 3,
): Promise<{ rows: Answer["body"][]; totals: Set<number> }> {
  const rows: Answer["body"][] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page += 1) {
    const answer = await caller.get(path, { ...query, page, per_page: perPage });
    expect(answer, `${path} ${JSON.stringify(query)}`).toMatchObject({ status: 200 });
    rows.push(...answer.body);
    totals.add(Number(answer.headers.get("x-total")));
    if (answer.body.length < perPage) return { rows, totals };
  }
}
