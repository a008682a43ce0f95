// Repeats requests that the server did not carry out, or that it carries out only once.
import { retryAfterOf } from "./api-error.ts";

export type Send = (request: Request) => Promise<Response>;

/** Milliseconds. Pauses double from the first to the longest, unless the server sends `Retry-After`. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

export const IDEMPOTENCY_KEY = "Idempotency-Key";

/** A random key. `crypto.randomUUID` is missing in pages without TLS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param retries the most times that a request is repeated */
export const withRetries =
  (send: Send, retries: number): Send =>
  async (request) => {
    for (let attempt = 0; attempt < retries; attempt++) {
      const response = await send(request.clone()).catch((error: unknown) => {
        if (request.signal?.aborted || !isRepeatable(request)) throw error;
        return null;
      });
      if (response !== null && !isRefusedForNow(request, response)) return response;
      await response?.body?.cancel();
      const seconds = response === null ? null : retryAfterOf(response);
      await pause(seconds === null ? growing(attempt) : seconds * 1_000, request.signal);
    }
    return send(request);
  };

/** True if the request may be carried out twice, or will not be. */
const isRepeatable = ({ method, headers }: Request): boolean => method === "GET" || headers.has(IDEMPOTENCY_KEY);

/** A 409 with `Retry-After` is about a request with the same key that is in progress. */
function isRefusedForNow(request: Request, response: Response): boolean {
  const { status } = response;
  if (status === 429) return true;
  return isRepeatable(request) && (status >= 500 || (status === 409 && retryAfterOf(response) !== null));
}

const growing = (attempt: number): number => Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE);

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
  });
