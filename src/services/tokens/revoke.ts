// Revokes an access token. A revoked token stays listed.
import { isRevocable, revokeToken as revoke, type TokenOwner } from "../../db/queries/users/tokens.ts";
import { recordAudit } from "../../events/audit.ts";
import type { VerbContext } from "../verb.ts";

export type RevokeTokenOutcome = { kind: "revoked" } | { kind: "no_token" };

export async function revokeToken(
  context: VerbContext,
  owner: TokenOwner,
  tokenId: number,
): Promise<RevokeTokenOutcome> {
  const [, revoked] = await context.db.batch(
    recordAudit(context, { kind: "token_revoked", owner, tokenId }, isRevocable(owner, tokenId)),
    revoke(owner, tokenId),
  );
  return { kind: revoked.length === 0 ? "no_token" : "revoked" };
}
