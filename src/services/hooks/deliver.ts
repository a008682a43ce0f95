// One attempt to tell a hook something.
import type { HookRow } from "../../db/queries/hooks.ts";
import { isAllowedAddress } from "./address.ts";

export interface HookRequest {
  /** `X-Gitlab-Event` */
  readonly event: string;
  /** JSON */
  readonly body: Uint8Array<ArrayBuffer>;
}

export type DeliveryOutcome =
  | { readonly kind: "delivered"; readonly status: number }
  /** An answer that is none of 200 to 299; redirects are not followed. */
  | { readonly kind: "rejected"; readonly status: number }
  /** Nobody answered in time, or at all. */
  | { readonly kind: "failed"; readonly reason: string }
  /** No hook may lead there, by the settings the server has now. */
  | { readonly kind: "forbidden" };

/** Milliseconds, until the answer begins. */
const LONGEST_WAIT = 10_000;

/** Never throws. What is answered is not read. */
export async function deliver(hook: HookRow, request: HookRequest, allowLocal: boolean): Promise<DeliveryOutcome> {
  const url = new URL(hook.url);
  if (!isAllowedAddress(url, { allowLocal, origin: hook.origin })) return { kind: "forbidden" };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: headersOf(hook, request),
      body: request.body,
      redirect: "manual",
      signal: AbortSignal.timeout(LONGEST_WAIT),
    });
    await response.body?.cancel();
    return { kind: response.ok ? "delivered" : "rejected", status: response.status };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Workers send headers as UTF-8. */
const headersOf = ({ token, authorization }: HookRow, { event }: HookRequest): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": "Tributary",
  "x-gitlab-event": event,
  ...(token !== null && { "x-gitlab-token": token }),
  ...(authorization !== null && { authorization }),
});
