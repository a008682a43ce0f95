// The database cost of a page.
import type { ShownPage } from "./browser.ts";

export const roundTripsOf = ({ headers }: ShownPage): number =>
  Number(/round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1] ?? Number.NaN);
