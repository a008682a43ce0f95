// Redirects of servers that are sent a token. `fetch` would send PRIVATE-TOKEN to any host that a redirect names.
import { Failure } from "./failure.ts";

/**
 * The address on the same origin that a response redirects to; null for other responses.
 *
 * @param from the address that responded
 * @throws Failure for a redirect to another origin, which must not receive the token
 */
export function redirectOf(response: Response, from: string): string | null {
  const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
  if (location === null) return null;
  const [here, there] = [new URL(from), new URL(location, from)];
  if (there.origin === here.origin) return there.href;
  throw new Failure(
    `${here.origin} redirects to ${there.origin}, which was not sent the token. If that is the server, use its URL.`,
  );
}
