// Endpoints of the tokens that administrators create for other users, for every version of the API.

import type { UserRow } from "../../db/queries/users/row.ts";
import { findToken, listTokens, type TokenRow } from "../../db/queries/users/tokens.ts";
import { notFound, recordNotFound } from "../../http/errors.ts";
import { pageOf } from "../../http/pagination.ts";
import { createToken } from "../../services/tokens/create.ts";
import { revokeToken } from "../../services/tokens/revoke.ts";
import { endpoint, noContent, paginate } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { empty, one, paged } from "../response.ts";
import { userIdParam, withUserRecord } from "../users/with-user-record.ts";
import { verbContext } from "../verb-context.ts";
import type { NewToken } from "./new-token.ts";
import { newTokenParams, tokenIdParam, tokenListParams, tokenParamsOf } from "./token-params.ts";

const ownedBy = (user: Pick<UserRow, "id">) => ({ user_id: user.id, impersonation: 1 }) as const;

export const listingImpersonationTokens = <Body>(present: PresentRow<TokenRow, Body>) =>
  endpoint({
    access: "admin",
    params: { ...userIdParam, ...tokenListParams },
    response: paged(present),
    async handle(call) {
      const { id, state } = call.params;
      const { perPage: limit, offset } = pageOf(call.params);
      const query = { impersonation: 1, of: id ?? 0, state, limit, offset } as const;
      const { rows } = await withUserRecord(call, ...listTokens(call.viewer, query));
      return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, (row) => present(row, call));
    },
  });

/** @param impersonation 0 for a personal token of the user */
export const creatingTokenFor = <Body>(impersonation: 0 | 1, presentNew: PresentRow<NewToken, Body>) =>
  endpoint({
    access: "admin",
    params: { ...userIdParam, ...newTokenParams },
    response: one(presentNew),
    async handle(call) {
      const { actor, user } = await withUserRecord(call);
      const outcome = await createToken(
        verbContext(call, actor),
        { user_id: user.id, impersonation },
        tokenParamsOf(call.params),
      );
      return respond(outcome, {
        ...refusals,
        created: (created) => presentNew(created, call),
        user_gone: () => notFound("User"),
      });
    },
  });

export const gettingImpersonationToken = <Body>(present: PresentRow<TokenRow, Body>) =>
  endpoint({
    access: "admin",
    params: { ...userIdParam, ...tokenIdParam },
    response: one(present),
    async handle(call) {
      const { id, token_id } = call.params;
      const { rows } = await withUserRecord(call, findToken(ownedBy({ id: id ?? 0 }), token_id ?? 0));
      const [[token]] = rows;
      if (token === undefined) throw recordNotFound();
      return present(token, call);
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
