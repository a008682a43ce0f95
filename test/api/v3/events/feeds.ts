// Helpers that read activity feeds.
import { expect } from "vitest";
import type { Answer, Caller, Values } from "../../../support/api.ts";

interface Titled {
  readonly action_name: string;
  readonly target_type: string | null;
  readonly target_title: string | null;
}

/** Summary of a feed: `opened Issue a title`. */
export const summarize = (events: readonly Titled[]): string[] =>
  events.map(({ action_name, target_type, target_title }) =>
    [action_name, target_type, target_title].filter((word) => word !== null).join(" "),
  );

export async function feed(caller: Caller, path: string, query: Values = {}): Promise<Answer["body"]> {
  const answer = await caller.get(path, { per_page: 100, ...query });
  expect(answer).toMatchObject({ status: 200 });
  expect(Number(answer.headers.get("x-total"))).toBe(answer.body.length);
  return answer.body;
}

export const summariesOf = async (caller: Caller, path: string, query: Values = {}): Promise<string[]> =>
  summarize(await feed(caller, path, query));
