// The address of a client, as a key to count its requests by.

const GROUPS = 8;
/** Groups of an IPv6 address that one client is given as a whole: a /64. */
const NETWORK_GROUPS = 4;

/**
 * `CF-Connecting-IP`, which Cloudflare sets and clients cannot; X-Forwarded-For is never read. Without Cloudflare all
 * clients that do not send the header share one key.
 */
export function clientAddress(headers: Headers): string {
  const address = headers.get("cf-connecting-ip") ?? "";
  if (!address.includes(":") || address.includes(".")) return address;
  const [left = [], right] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const omitted = right === undefined ? 0 : Math.max(0, GROUPS - left.length - right.length);
  const groups = [...left, ...Array.from({ length: omitted }, () => "0"), ...(right ?? [])];
  return groups.slice(0, NETWORK_GROUPS).join(":");
}
