// How deliveries are signed: Standard Webhooks (https://www.standardwebhooks.com), version 1.
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
export async function signatures(hook: Secrets, content: SignedContent): Promise<string> {
  const now = new Date(content.timestamp * 1_000).toISOString();
  const { signing_secret: secret, previous_signing_secret: previous, previous_signing_secret_until: until } = hook;
  const secrets = previous !== null && until !== null && now < until ? [secret, previous] : [secret];
  const signed = await Promise.all(secrets.map((one) => signature(one, content)));
  return signed.join(" ");
}

/** @param secret `whsec_` and base64 */
async function signature(secret: string, { id, timestamp, body }: SignedContent): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = bytesOf(atob(secret.slice("whsec_".length)));
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const head = bytesOf(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const digest = await crypto.subtle.sign("HMAC", key, content);
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** @param text without characters above 255 */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
