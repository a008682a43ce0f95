// Access tokens. The secret itself is shown once, in the response that creates it.
import type { TokenRow } from "../../../db/queries/users/tokens.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { tokenFields } from "../../presenters/token.ts";
import type { NewToken } from "../../tokens/new-token.ts";

/** Neither a description nor the last use is stored. */
export const presentToken = (token: TokenRow, context: PresenterContext) => ({
  ...tokenFields(token, context),
  description: null,
  user_id: token.user_id,
  last_used_at: null,
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
