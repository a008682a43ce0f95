// One attempt to deliver to a hook.
import { createHash } from "node:crypto";
import type { HookRow } from "../db/queries/hooks/hooks.ts";
import { isAllowedAddress } from "./address.ts";
import { readRetryAfter } from "./schedule.ts";
import { signatures } from "./sign.ts";

export interface HookRequest {
  /** `webhook-id`: the same in all attempts of a delivery. */
  readonly id: string;
  /** `X-Gitlab-Event` */
  readonly event: string;
  /** JSON */
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface HookAnswer {
  readonly status: number;
  /** Cut to a limit. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 kB, as far as they arrived in time. */
  readonly body: string;
}

export type DeliveryOutcome =
  | { readonly kind: "delivered"; readonly answer: HookAnswer }
  /** A status outside 200 to 299; redirects are not followed. `retryAfter` in milliseconds. */
  | { readonly kind: "rejected"; readonly answer: HookAnswer; readonly retryAfter: number | null }
  /** No response in time, or none at all. */
  | { readonly kind: "failed"; readonly reason: string }
  /** The server's current settings forbid the address. */
  | { readonly kind: "forbidden" };

/** A finished attempt. */
export interface Attempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds until the outcome. */
  readonly duration: number;
  readonly url: string;
  /** As sent, with secrets removed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly outcome: DeliveryOutcome;
}

/** Milliseconds for a whole attempt. */
const LONGEST_WAIT = 10_000;
const MOST_BODY_BYTES = 4_096;
const MOST_HEADER_CHARACTERS = 4_096;

/**
 * Makes one attempt. Never rejects.
 *
 * @param allowLocal HOOKS_ALLOW_LOCAL
 * @param at now, in milliseconds since 1970
 */
export async function deliver(hook: HookRow, request: HookRequest, allowLocal: boolean, at: number): Promise<Attempt> {
  const headers = headersOf(hook, request, at);
  const began = Date.now();
  const outcome = await attempt(hook, headers, request.body, allowLocal);
  return { at, duration: Date.now() - began, url: hook.url, headers: withoutSecrets(headers), outcome };
}

async function attempt(
  hook: HookRow,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer>,
  allowLocal: boolean,
): Promise<DeliveryOutcome> {
  const url = new URL(hook.url);
  if (!isAllowedAddress(url, { allowLocal, origin: hook.origin })) return { kind: "forbidden" };
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const answer = { status: response.status, headers: beginOfHeaders(response), body: await beginOfBody(response) };
    if (response.ok) return { kind: "delivered", answer };
    return { kind: "rejected", answer, retryAfter: readRetryAfter(response.headers.get("retry-after"), Date.now()) };
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) };
  }
}

/** The Workers runtime sends headers as UTF-8. */
function headersOf(hook: HookRow, { id, event, body }: HookRequest, at: number): Record<string, string> {
  const { token, authorization } = hook;
  const timestamp = Math.floor(at / 1_000);
  return {
    "content-type": "application/json",
    "user-agent": "Tributary",
    "x-gitlab-event": event === "Build Hook" && hook.job_hook === 1 ? "Job Hook" : event,
    "x-gitlab-instance": hook.origin,
    "x-gitlab-webhook-uuid": uuidOf(`${hook.origin}/hooks/${hook.id}`),
    "x-gitlab-event-uuid": uuidOf(`${hook.origin}/events/${id.replace(/_\d+$/, "")}`),
    "idempotency-key": uuidOf(`${hook.origin}/deliveries/${id}`),
    ...(token !== null && { "x-gitlab-token": token }),
    ...(authorization !== null && { authorization }),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures(hook, { id, timestamp, body }),
  };
}

/** The same for the same name: a UUID of version 8 (RFC 9562) from its SHA-256. */
function uuidOf(name: string): string {
  const digits = createHash("sha256").update(name).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-a$4-$5");
}

const secretHeaders = new Set(["x-gitlab-token", "authorization", "webhook-signature"]);

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name) ? "[redacted]" : value]),
  );

function beginOfHeaders({ headers }: Response): Record<string, string> {
  let room = MOST_HEADER_CHARACTERS;
  const kept = [...headers].filter(([name, value]) => {
    room -= name.length + value.length;
    return room >= 0;
  });
  return Object.fromEntries(kept);
}

/** An interrupted body does not change the outcome: the status has arrived. */
async function beginOfBody({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let room = MOST_BODY_BYTES; reader !== undefined && room > 0; ) {
      const { value, done } = await reader.read();
      if (done) break;
      const bytes: Uint8Array = value.subarray(0, room);
      text += decoder.decode(bytes, { stream: true });
      room -= bytes.length;
    }
    await reader?.cancel();
  } catch (error) {
    console.warn("The answer of a hook broke off", reasonOf(error));
  }
  return text;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === "TimeoutError" ? "No answer within 10 seconds" : error.message;
}

/** Why an attempt failed; null when it did not. */
export function failureOf(outcome: DeliveryOutcome): string | null {
  switch (outcome.kind) {
    case "delivered":
      return null;
    case "rejected":
      return `The receiver answered ${outcome.answer.status}`;
    case "failed":
      return outcome.reason;
    case "forbidden":
      return "This server sends nothing to that address";
  }
}
