// GET, POST /user/personal_access_tokens and DELETE of one
import { listTokens } from "../../../db/queries/users/tokens.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { revokeToken } from "../../../services/tokens/revoke.ts";
import { endpoint, noContent, paginate } from "../../endpoint.ts";
import { withUser } from "../../require.ts";
import { respond } from "../../respond.ts";
import { empty, paged } from "../../response.ts";
import { creatingPersonalToken, own } from "../../tokens/create-personal-token.ts";
import { tokenIdParam, tokenListParams } from "../../tokens/token-params.ts";
import { verbContext } from "../../verb-context.ts";
import { presentNewToken, presentToken } from "../presenters/token.ts";

export const listPersonalTokens = endpoint({
  access: "user",
  params: tokenListParams,
  response: paged(presentToken),
  async handle(call) {
    const { perPage: limit, offset } = pageOf(call.params);
    const { state } = call.params;
    const tokens = listTokens(call.viewer, { impersonation: 0, of: "own", state, limit, offset });
    const { rows } = await withUser(call, ...tokens);
    return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, presentToken);
  },
});

export const createPersonalToken = creatingPersonalToken(presentNewToken);

export const revokePersonalToken = endpoint({
  access: "user",
  params: tokenIdParam,
  response: empty(204),
  async handle(call) {
    const { actor } = await withUser(call);
    const outcome = await revokeToken(verbContext(call, actor), own(actor), call.params.token_id ?? 0);
    return respond(outcome, { revoked: noContent, no_token: recordNotFound });
  },
});
