// GET, POST /users/:id/impersonation_tokens and GET, DELETE of one

import {
  creatingTokenFor,
  gettingImpersonationToken,
  listingImpersonationTokens,
} from "../../tokens/impersonation-tokens.ts";
import { presentImpersonationToken, presentNewImpersonationToken } from "../presenters/token.ts";

export const listImpersonationTokens = listingImpersonationTokens(presentImpersonationToken);
export const createImpersonationToken = creatingTokenFor(1, presentNewImpersonationToken);
export const getImpersonationToken = gettingImpersonationToken(presentImpersonationToken);
