// GET, POST /users/:id/impersonation_tokens and GET, DELETE of one

import type { UserRow } from "../../../db/queries/users/row.ts";
import { findToken, listTokens } from "../../../db/queries/users/tokens.ts";
import { notFound, recordNotFound } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { createToken } from "../../../services/tokens/create.ts";
import { revokeToken } from "../../../services/tokens/revoke.ts";
import { endpoint, noContent, paginate } from "../../endpoint.ts";
import { refusals } from "../../refusals.ts";
import { respond } from "../../respond.ts";
import { empty, one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentImpersonationToken, presentNewImpersonationToken } from "../presenters/token.ts";
import { userIdParam, withUserRecord } from "../users/with-user-record.ts";
import { newTokenParams, tokenIdParam, tokenListParams, tokenParamsOf } from "./token-params.ts";

const ownedBy = (user: UserRow) => ({ user_id: user.id, impersonation: 1 }) as const;

export const listImpersonationTokens = endpoint({
  access: "admin",
  params: { ...userIdParam, ...tokenListParams },
  response: paged(presentImpersonationToken),
  async handle(call) {
    const { user } = await withUserRecord(call);
    const { perPage, offset } = pageOf(call.params);
    const { today } = call.viewer;
    const [rows, [size]] = await call.db.batch(...listTokens(ownedBy(user), call.params.state, today, perPage, offset));
    return paginate(call, { rows, total: size?.total ?? 0 }, presentImpersonationToken);
  },
});

export const createImpersonationToken = endpoint({
  access: "admin",
  params: { ...userIdParam, ...newTokenParams },
  response: one(presentNewImpersonationToken),
  async handle(call) {
    const { actor, user } = await withUserRecord(call);
    const outcome = await createToken(verbContext(call, actor), ownedBy(user), tokenParamsOf(call.params));
    return respond(outcome, {
      ...refusals,
      created: (created) => presentNewImpersonationToken(created, call),
      user_gone: () => notFound("User"),
    });
  },
});

export const getImpersonationToken = endpoint({
  access: "admin",
  params: { ...userIdParam, ...tokenIdParam },
  response: one(presentImpersonationToken),
  async handle(call) {
    const { user } = await withUserRecord(call);
    const [[token]] = await call.db.batch(findToken(ownedBy(user), call.params.token_id ?? 0));
    if (token === undefined) throw recordNotFound();
    return presentImpersonationToken(token, call);
  },
});

export const revokeImpersonationToken = endpoint({
  access: "admin",
  params: { ...userIdParam, ...tokenIdParam },
  response: empty(204),
  async handle(call) {
    const { actor, user } = await withUserRecord(call);
    const outcome = await revokeToken(verbContext(call, actor), ownedBy(user), call.params.token_id ?? 0);
    return respond(outcome, { revoked: noContent, no_token: recordNotFound });
  },
});
