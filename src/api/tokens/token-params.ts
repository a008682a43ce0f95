// Parameters that personal and impersonation tokens share.
import { arrayOf, date, integer, oneOf, text } from "../../http/coerce.ts";
import { paginationParams } from "../../http/pagination.ts";
import { optional, required, withDefault } from "../../http/params.ts";

export const newTokenParams = {
  name: required(text),
  expires_at: optional(date),
  scopes: optional(arrayOf(text)),
};

export const tokenListParams = {
  state: withDefault<"all" | "active" | "inactive">(oneOf("all", "active", "inactive"), "all"),
  ...paginationParams,
};

export const tokenIdParam = { token_id: required(integer) };

/** Converts {@link newTokenParams} for the verb. */
export const tokenParamsOf = (params: {
  name: string | null;
  expires_at?: string | null | undefined;
  scopes?: (string | null)[] | undefined;
}) => ({
  name: params.name ?? "",
  scopes: (params.scopes ?? []).map((scope) => scope ?? ""),
  expiresAt: params.expires_at ?? null,
});
