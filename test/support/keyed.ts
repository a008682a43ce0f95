// Callers that send an Idempotency-Key.
import { Caller } from "./api.ts";

/** Sends the same key with every request. */
class KeyedCaller extends Caller {
  readonly #headers: Record<string, string>;

  constructor(token: string | null, headers: Record<string, string>) {
    super(token);
    this.#headers = headers;
  }

  override get headers(): Record<string, string> {
    return { ...super.headers, ...this.#headers };
  }
}

/** The same caller with a key. @param more further headers */
export const keyed = (caller: Caller, key: string, more: Record<string, string> = {}): Caller =>
  new KeyedCaller(caller.token, { "idempotency-key": key, ...more });
