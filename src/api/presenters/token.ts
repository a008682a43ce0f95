// Access tokens.
import type { TokenRow } from "../../db/queries/users/tokens.ts";
import type { PresenterContext } from "../presenter-context.ts";

/** @param json of the column */
const scopesIn = (json: string): string[] => JSON.parse(json);

/** The fields that both versions of the API have. */
export const tokenFields = (token: TokenRow, { viewer }: PresenterContext) => ({
  id: token.id,
  name: token.name,
  revoked: token.revoked === 1,
  created_at: token.created_at,
  scopes: scopesIn(token.scopes),
  active: token.revoked === 0 && (token.expires_at === null || token.expires_at >= viewer.today),
  expires_at: token.expires_at,
});
