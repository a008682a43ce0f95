// Routes of access tokens: personal ones, and those by which administrators impersonate users.
import type { RouteTable } from "../../route-table.ts";
import { revokeImpersonationToken } from "../../tokens/impersonation-tokens.ts";
import { createImpersonationToken, getImpersonationToken, listImpersonationTokens } from "./impersonation-tokens.ts";
import { createPersonalToken, listPersonalTokens, revokePersonalToken } from "./personal-tokens.ts";

export const tokenRoutes: RouteTable = {
  "GET /user/personal_access_tokens": listPersonalTokens,
  "POST /user/personal_access_tokens": createPersonalToken,
  "DELETE /user/personal_access_tokens/:token_id": revokePersonalToken,
  "GET /users/:id{[0-9]+}/impersonation_tokens": listImpersonationTokens,
  "POST /users/:id{[0-9]+}/impersonation_tokens": createImpersonationToken,
  "GET /users/:id{[0-9]+}/impersonation_tokens/:token_id": getImpersonationToken,
  "DELETE /users/:id{[0-9]+}/impersonation_tokens/:token_id": revokeImpersonationToken,
};
