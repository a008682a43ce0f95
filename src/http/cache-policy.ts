// Cache policies of responses, and the requests that may share one.
import type { GivenParams } from "./sources.ts";

/** The headers that name a caller. The parameters that do are in the URL. */
const callers = ["authorization", "private-token", "sudo"];
const callerParams = ["private_token", "access_token", "sudo"];

/** A GET may have a body with parameters, a token among them. A bookmark requires an answer that is not older. */
const VARY_OF_SHARED =
  "Authorization, Content-Length, Content-Type, Private-Token, Sudo, Transfer-Encoding, X-D1-Bookmark";

/** Revalidated each time, because the caller's permissions may have changed. */
export const privatePolicy = {
  "cache-control": "private, no-cache",
  vary: "Authorization, Private-Token, Sudo",
} as const;

/** For shared caches, which may keep it for that many seconds. Browsers revalidate. */
export const sharedPolicy = (seconds: number) => ({
  "cache-control": `public, max-age=0, s-maxage=${seconds}`,
  vary: VARY_OF_SHARED,
});

/** True if nothing in the request names a caller, not even a malformed token, and the URL alone decides the response. */
export function isForEverybody({ headers, body }: Request, given: GivenParams): boolean {
  return (
    body === null &&
    !headers.has("x-d1-bookmark") &&
    !callers.some((name) => headers.has(name)) &&
    !callerParams.some((name) => given.has(name))
  );
}
