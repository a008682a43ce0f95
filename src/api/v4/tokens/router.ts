// Routes of access tokens: personal ones, and those by which administrators impersonate users.
import type { RouteTable } from "../../route-table.ts";
import {
  creatingTokenFor,
  gettingImpersonationToken,
  listingImpersonationTokens,
  revokeImpersonationToken,
} from "../../tokens/impersonation-tokens.ts";
import { presentImpersonationToken, presentNewImpersonationToken } from "../presenters/token.ts";
import {
  createPersonalToken,
  createTokenForUser,
  getOwnToken,
  getToken,
  listPersonalTokens,
  revokeOwnToken,
  revokeTokenById,
  rotateOwnToken,
  rotateTokenById,
} from "./personal-tokens.ts";

export const tokenRoutes: RouteTable = {
  "GET /personal_access_tokens": listPersonalTokens,
  "GET /personal_access_tokens/self": getOwnToken,
  "DELETE /personal_access_tokens/self": revokeOwnToken,
  "POST /personal_access_tokens/self/rotate": rotateOwnToken,
  "GET /personal_access_tokens/:token_id": getToken,
  "DELETE /personal_access_tokens/:token_id": revokeTokenById,
  "POST /personal_access_tokens/:token_id/rotate": rotateTokenById,
  "POST /user/personal_access_tokens": createPersonalToken,
  "POST /users/:id{[0-9]+}/personal_access_tokens": createTokenForUser,
  "GET /users/:id{[0-9]+}/impersonation_tokens": listingImpersonationTokens(presentImpersonationToken),
  "POST /users/:id{[0-9]+}/impersonation_tokens": creatingTokenFor(1, presentNewImpersonationToken),
  "GET /users/:id{[0-9]+}/impersonation_tokens/:token_id": gettingImpersonationToken(presentImpersonationToken),
  "DELETE /users/:id{[0-9]+}/impersonation_tokens/:token_id": revokeImpersonationToken,
};
