// Lists as answers, and whole lists as a client collects them.
import { expect } from "vitest";
import type { Answer, Caller, Values } from "./api.ts";

/** What an answer that lists exactly these, in this order, matches. */
export const listing = (...things: readonly { readonly id: number }[]) => ({
  status: 200,
  body: things.map(({ id }) => ({ id })),
});

/** As {@link listing}, for when the order is not what a test is about. */
export const idsOf = ({ body }: Answer): number[] =>
  body.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);

/** All rows of a list, page after page until one is not full, with every X-Total told on the way. */
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
