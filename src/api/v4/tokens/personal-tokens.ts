// GET /personal_access_tokens, GET, DELETE and rotation of one by id or as self, and their creation

import {
  findPersonalToken,
  findTokenByHash,
  listTokens,
  type TokenOwner,
  type TokenRow,
} from "../../../db/queries/users/tokens.ts";
import { boolean, date, integer, oneOf, text } from "../../../http/coerce.ts";
import { badRequest, recordNotFound, unauthorized } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { revokeToken } from "../../../services/tokens/revoke.ts";
import { rotateToken } from "../../../services/tokens/rotate.ts";
import { type Call, endpoint, noContent, paginate, Reply } from "../../endpoint.ts";
import { type Actor, withUser } from "../../require.ts";
import { respond } from "../../respond.ts";
import { empty, one, paged } from "../../response.ts";
import { creatingPersonalToken } from "../../tokens/create-personal-token.ts";
import { creatingTokenFor } from "../../tokens/impersonation-tokens.ts";
import { tokenListParams } from "../../tokens/token-params.ts";
import { verbContext } from "../../verb-context.ts";
import { presentNewToken, presentToken } from "../presenters/token.ts";

export const createPersonalToken = creatingPersonalToken(presentNewToken);
export const createTokenForUser = creatingTokenFor(0, presentNewToken);

/** The caller's own. Administrators see those of all users, or of the one with `user_id`. */
export const listPersonalTokens = endpoint({
  access: "user",
  params: {
    ...tokenListParams,
    state: optional(oneOf("active", "inactive")),
    user_id: optional(integer),
    revoked: optional(boolean),
    search: optional(text),
  },
  response: paged(presentToken),
  async handle(call) {
    const { user_id = null, revoked, search, state = "all" } = call.params;
    const { perPage: limit, offset } = pageOf(call.params);
    const filter = { revoked: revoked == null ? null : revoked ? 1 : 0, search: searchText(search) } as const;
    const query = { impersonation: 0, of: user_id ?? "permitted", state, filter, limit, offset } as const;
    const { actor, rows } = await withUser(call, ...listTokens(call.viewer, query));
    if (actor.viewer_admin === 0 && user_id !== null && user_id !== actor.viewer_id) throw unauthorized();
    return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, (row) => presentToken(row, call));
  },
});

type FindToken<C extends Call> = (call: C) => Promise<{ readonly actor: Actor; readonly token: TokenRow }>;

/** A token that the caller may manage: their own, or any if they are an administrator. */
const byId: FindToken<Call & { readonly params: { readonly token_id: number | null } }> = async (call) => {
  const { actor, rows } = await withUser(call, findPersonalToken(call.params.token_id ?? 0));
  const token = rows[0][0];
  if (token === undefined || (actor.viewer_admin === 0 && token.user_id !== actor.viewer_id)) throw recordNotFound();
  return { actor, token };
};

/** The token of the request. */
const self: FindToken<Call> = async (call) => {
  const { actor, rows } = await withUser(call, findTokenByHash(call.viewer.token_hash));
  const token = rows[0][0];
  // ROOT_TOKEN and sessions.
  if (token === undefined) throw badRequest("This endpoint requires token type to be a personal access token");
  return { actor, token };
};

const ownerOf = ({ user_id, impersonation }: TokenRow): TokenOwner => ({ user_id, impersonation });

const tokenIdParam = { token_id: required(integer) };

export const getToken = endpoint({
  access: "user",
  params: tokenIdParam,
  response: one(presentToken),
  handle: async (call) => presentToken((await byId(call)).token, call),
});

export const getOwnToken = endpoint({
  access: "user",
  anyScope: true,
  params: {},
  response: one(presentToken),
  handle: async (call) => presentToken((await self(call)).token, call),
});

async function revoke(call: Call, { actor, token }: { readonly actor: Actor; readonly token: TokenRow }) {
  const outcome = await revokeToken(verbContext(call, actor), ownerOf(token), token.id);
  return respond(outcome, { revoked: noContent, no_token: recordNotFound });
}

export const revokeTokenById = endpoint({
  access: "user",
  params: tokenIdParam,
  response: empty(204),
  handle: async (call) => revoke(call, await byId(call)),
});

export const revokeOwnToken = endpoint({
  access: "user",
  anyScope: true,
  params: {},
  response: empty(204),
  handle: async (call) => revoke(call, await self(call)),
});

const rotationParams = { expires_at: optional(date) };

/** Days for which a token is valid that was rotated without a date. */
const ROTATED_FOR = 7;

const laterDay = (today: string): string =>
  new Date(Date.parse(today) + ROTATED_FOR * 86_400_000).toISOString().slice(0, 10);

async function rotate(
  call: Call<typeof rotationParams>,
  { actor, token }: { readonly actor: Actor; readonly token: TokenRow },
) {
  const expiresAt = call.params.expires_at ?? laterDay(call.viewer.today);
  const outcome = await rotateToken(verbContext(call, actor), token, expiresAt);
  return respond(outcome, {
    rotated: (rotated) => new Reply(200, presentNewToken(rotated, call)),
    revoked_already: () => badRequest("token already revoked"),
  });
}

/** Revokes the token and returns a new one of the same name and scopes, valid for a week unless a date is given. */
export const rotateTokenById = endpoint({
  access: "user",
  params: { ...tokenIdParam, ...rotationParams },
  response: one(presentNewToken, 200),
  handle: async (call) => rotate(call, await byId(call)),
});

/** As the rotation of a token by its id, for the token of the request. */
export const rotateOwnToken = endpoint({
  access: "user",
  params: rotationParams,
  response: one(presentNewToken, 200),
  handle: async (call) => rotate(call, await self(call)),
});
