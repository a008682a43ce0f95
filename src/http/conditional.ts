// Conditional requests (RFC 9110, section 13): entity tags and If-None-Match.
import { hash } from "node:crypto";

/** 132 bits in base64url. */
const TAG_LENGTH = 22;

/**
 * Headers of a 304: those of the 200 that RFC 9110, section 15.4.5, requires, if the 200 has them; and its age, which other
 * caches subtract from the seconds for which they may keep it.
 */
const ofNotModified = ["age", "cache-control", "content-location", "date", "etag", "expires", "vary"];

/**
 * The strong entity tag of a JSON response, with its quotes.
 *
 * @param headers part of the representation, such as those of pagination
 */
export function entityTag(text: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`);
  // Not by Web Crypto: workerd takes the same time, and Node a tenth of it, because no other thread is asked.
  return `"${hash("sha256", lines.join("") + text, "base64url").slice(0, TAG_LENGTH)}"`;
}

/**
 * True if If-None-Match names the tag, or `*`. The comparison is weak: a proxy or a cache may have weakened either tag when
 * it compressed the response.
 */
export function isKnown(ifNoneMatch: string | null, tag: string | null): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  if (tag === null) return false;
  const known: readonly string[] = ifNoneMatch.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return known.includes(tag.replace(/^W\//, ""));
}

/** The response to a GET or HEAD, or a 304 if the client knows it. Responses other than 200 are unconditional. */
export function unlessKnown(request: Request, response: Response): Response {
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch === null) return response;
  const { status, headers, body } = response;
  if (status !== 200 || !isKnown(ifNoneMatch, headers.get("etag"))) return response;
  // Not awaited: a body that the edge cache reads too is not cancelled before that has ended.
  void body?.cancel();
  const kept = ofNotModified.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(null, { status: 304, headers: kept });
}

/** SHA-256 of bytes in hexadecimal. */
export const contentSha256 = (content: Uint8Array): string => hash("sha256", content);
