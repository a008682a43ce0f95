// Creates an access token. The database stores only its hash; the token itself is in the outcome.
import { insertToken, type TokenOwner, type TokenRow } from "../../db/queries/users/tokens.ts";
import { recordAudit } from "../../events/audit.ts";
import { scopes as known } from "../../permissions/scopes.ts";
import { generateToken, hashToken } from "../../permissions/token.ts";
import { checkText } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";

const SCOPES: ReadonlySet<string> = new Set(known);

export type CreateTokenOutcome =
  | { kind: "created"; row: TokenRow; token: string }
  | { kind: "user_gone" }
  | { kind: "invalid"; errors: FieldErrors };

/** @param params `expiresAt` is `YYYY-MM-DD`, the last day on which the token is valid */
export async function createToken(
  context: VerbContext,
  owner: TokenOwner,
  params: { name: string; scopes: readonly string[]; expiresAt: string | null },
): Promise<CreateTokenOutcome> {
  const errors: FieldErrors = {};
  const nameErrors = checkText(params.name, 255);
  if (nameErrors.length > 0) errors.name = nameErrors;
  if (params.scopes.length === 0) errors.scopes = ["can't be blank"];
  else if (params.scopes.some((scope) => !SCOPES.has(scope))) errors.scopes = ["can only contain available scopes"];
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const scopes = [...new Set(params.scopes)];
  const token = generateToken();
  const attempt = await context.db.attempt(
    insertToken({
      ...owner,
      name: params.name,
      token_hash: hashToken(token),
      scopes: JSON.stringify(scopes),
      expires_at: params.expiresAt,
      created_at: context.now,
    }),
    recordAudit(context, { kind: "token_created", owner, ...params, scopes }),
  );
  if (attempt.violated !== undefined) return { kind: "user_gone" };
  const [[row]] = attempt.rows;
  if (row === undefined) throw new Error("A batch did not return the token it inserted.");
  return { kind: "created", row, token };
}
