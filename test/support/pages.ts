// Browsers of users, and what a page cost.
import { type Actor, ok } from "./actors.ts";
import { readCost } from "./api.ts";
import { Browser, type ShownPage } from "./browser.ts";

export const browserOf = (user: Actor): Promise<Browser> => Browser.signedIn(user.token ?? "");

export const roundTripsOf = ({ headers }: ShownPage): number => readCost(headers.get("server-timing") ?? "").roundTrips;

/** The part of a page after the heading with this text, up to the next second-level heading. */
export function partOf({ html }: ShownPage, heading: string): string {
  const [, after = ""] = html.split(`<h2>${heading}</h2>`);
  return after.split("<h2>")[0] ?? "";
}

/** A token of the user with these scopes. */
export async function tokenOf(user: Actor, scopes: readonly string[]): Promise<string> {
  const body = await ok(user.post("/user/personal_access_tokens", { name: "reader", scopes }));
  return String(body.token);
}
