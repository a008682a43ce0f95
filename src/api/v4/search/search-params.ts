// Parameters of searches.

import type { IdOrPath } from "../../../http/coerce.ts";
import { filledText, oneOf } from "../../../http/coerce.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { required, withDefault } from "../../../http/params.ts";
import type { Call } from "../../endpoint.ts";
import type { IdCall } from "../../require.ts";

/** Order and state are those of projects, issues and merge requests. */
export const searchParams = {
  search: required(filledText),
  state: withDefault<"opened" | "closed" | "merged" | "all">(oneOf("opened", "closed", "merged", "all"), "all"),
  order_by: withDefault<"created_at" | "updated_at">(oneOf("created_at", "updated_at"), "created_at"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  ...paginationParams,
};

/** `id` names the group or project, if the path has one. */
export type SearchCall = Call<typeof searchParams> & { readonly params: { readonly id?: IdOrPath } };

/** @throws Error for a call without an id, which no caller makes */
export function idOf(call: SearchCall): IdCall {
  const { id } = call.params;
  if (id === undefined) throw new Error("The path of the search names no group or project.");
  return { ...call, params: { ...call.params, id } };
}
