// Access tokens. The token itself is shown once, in the answer that made it.
import type { TokenRow } from "../../../db/queries/users/tokens.ts";

/** @param today `YYYY-MM-DD`, the day on which a token is active or not */
export const presentToken = (token: TokenRow, today: string) => ({
  id: token.id,
  name: token.name,
  revoked: token.revoked === 1,
  created_at: token.created_at,
  scopes: JSON.parse(token.scopes),
  active: token.revoked === 0 && (token.expires_at === null || token.expires_at >= today),
  expires_at: token.expires_at,
});

export const presentImpersonationToken = (token: TokenRow, today: string) => ({
  ...presentToken(token, today),
  impersonation: true,
});
