// How deliveries are signed: Standard Webhooks (https://www.standardwebhooks.com), version 1.
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import type { HookRow } from "../db/queries/hooks/hooks.ts";

/** The signed content: `webhook-id`, `webhook-timestamp` and the body. */
export interface SignedContent {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Identifies a delivery to a hook: retries have the same id. */
export const webhookId = (eventId: number, hookId: number): string => `msg_${eventId}_${hookId}`;

type Secrets = Pick<HookRow, "signing_secret" | "previous_signing_secret" | "previous_signing_secret_until">;

/** `webhook-signature`: with the hook's secret and, during a rotation, the previous one. */
export function signatures(hook: Secrets, content: SignedContent): string {
  const now = new Date(content.timestamp * 1_000).toISOString();
  const { signing_secret: secret, previous_signing_secret: previous, previous_signing_secret_until: until } = hook;
  const secrets = previous !== null && until !== null && now < until ? [secret, previous] : [secret];
  return secrets.map((one) => signature(one, content)).join(" ");
}

/**
 * @param secret `whsec_` and base64
 * @throws Error for a secret without bytes: anybody could sign with it
 */
function signature(secret: string, { id, timestamp, body }: SignedContent): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  if (key.length === 0) throw new Error("The signing secret of the hook is empty");
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
  return `v1,${digest}`;
}
