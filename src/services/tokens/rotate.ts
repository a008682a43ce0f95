// Replaces an access token by a new one of the same name and scopes.
import { insertSuccessor, isRevocable, revokeToken, type TokenRow } from "../../db/queries/users/tokens.ts";
import { recordAudit } from "../../events/audit.ts";
import { generateToken, hashToken } from "../../permissions/token.ts";
import type { VerbContext } from "../verb.ts";

export type RotateTokenOutcome = { kind: "rotated"; row: TokenRow; token: string } | { kind: "revoked_already" };

/** Of two rotations at once, one succeeds. @param expiresAt `YYYY-MM-DD`, the last day on which the new one is valid */
export async function rotateToken(context: VerbContext, old: TokenRow, expiresAt: string): Promise<RotateTokenOutcome> {
  const token = generateToken();
  const isFirst = isRevocable(old, old.id);
  const created = { owner: old, name: old.name, scopes: JSON.parse(old.scopes), expiresAt } as const;
  const [[row]] = await context.db.batch(
    insertSuccessor(old, { token_hash: hashToken(token), expires_at: expiresAt, created_at: context.now }),
    recordAudit(context, { kind: "token_created", ...created }, isFirst),
    recordAudit(context, { kind: "token_revoked", owner: old, tokenId: old.id }, isFirst),
    revokeToken(old, old.id),
  );
  return row === undefined ? { kind: "revoked_already" } : { kind: "rotated", row, token };
}
