// Access tokens. The secret itself is shown once, in the response that creates it.
import type { TokenRow } from "../../../db/queries/users/tokens.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import type { NewToken } from "../../tokens/new-token.ts";

/** @param json of the column */
const scopesIn = (json: string): string[] => JSON.parse(json);

/** Neither a description nor the last use is stored. */
export const presentToken = (token: TokenRow, { viewer }: PresenterContext) => ({
  id: token.id,
  name: token.name,
  revoked: token.revoked === 1,
  created_at: token.created_at,
  description: null,
  scopes: scopesIn(token.scopes),
  user_id: token.user_id,
  last_used_at: null,
  active: token.revoked === 0 && (token.expires_at === null || token.expires_at >= viewer.today),
  expires_at: token.expires_at,
});

export const presentNewToken = ({ row, token }: NewToken, context: PresenterContext) => ({
  ...presentToken(row, context),
  token,
});

export const presentImpersonationToken = (token: TokenRow, context: PresenterContext) => ({
  ...presentToken(token, context),
  impersonation: true,
});

export const presentNewImpersonationToken = ({ row, token }: NewToken, context: PresenterContext) => ({
  ...presentImpersonationToken(row, context),
  token,
});
