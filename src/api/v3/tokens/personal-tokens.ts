// GET, POST /user/personal_access_tokens and DELETE of one
import { listTokens } from "../../../db/queries/users/tokens.ts";
import { recordNotFound, unauthorized } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { createToken } from "../../../services/tokens/create.ts";
import { revokeToken } from "../../../services/tokens/revoke.ts";
import { endpoint, noContent, paginate } from "../../endpoint.ts";
import { refusals } from "../../refusals.ts";
import { type Actor, withUser } from "../../require.ts";
import { respond } from "../../respond.ts";
import { empty, one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentNewToken, presentToken } from "../presenters/token.ts";
import { newTokenParams, tokenIdParam, tokenListParams, tokenParamsOf } from "./token-params.ts";

const own = (actor: Actor) => ({ user_id: actor.viewer_id, impersonation: 0 }) as const;

export const listPersonalTokens = endpoint({
  access: "user",
  params: tokenListParams,
  response: paged(presentToken),
  async handle(call) {
    const { actor } = await withUser(call);
    const { perPage, offset } = pageOf(call.params);
    const { today } = call.viewer;
    const [rows, [size]] = await call.db.batch(...listTokens(own(actor), call.params.state, today, perPage, offset));
    return paginate(call, { rows, total: size?.total ?? 0 }, presentToken);
  },
});

export const createPersonalToken = endpoint({
  access: "user",
  params: newTokenParams,
  response: one(presentNewToken),
  async handle(call) {
    const { actor } = await withUser(call);
    const outcome = await createToken(verbContext(call, actor), own(actor), tokenParamsOf(call.params));
    return respond(outcome, {
      ...refusals,
      created: (created) => presentNewToken(created, call),
      user_gone: unauthorized,
    });
  },
});

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
