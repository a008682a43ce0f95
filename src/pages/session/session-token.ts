// The secrets of sessions: the cookie's value, from which the key of the session's row and the CSRF token are made.
import { Buffer } from "node:buffer";
import { hash, timingSafeEqual } from "node:crypto";
import { randomText } from "../../permissions/token.ts";

/** `trs_`: a session of an access token's owner. `trr_`: one of ROOT_TOKEN's. The API accepts neither. */
const shape = /^tr[sr]_[0-9A-Za-z]{40}$/;

export type SessionKind = "user" | "root";

export const generateSessionToken = (kind: SessionKind): string =>
  `${kind === "root" ? "trr" : "trs"}_${randomText(40)}`;

export const isSessionToken = (text: string): boolean => shape.test(text);

/**
 * The hash by which the database knows the session. That of a root session depends on ROOT_TOKEN, so that the session
 * ends when ROOT_TOKEN is changed. Null for a root session on a server without ROOT_TOKEN.
 */
export function hashSessionToken(token: string, rootTokenHash: string | undefined): string | null {
  if (token.startsWith("trs_")) return hash("sha256", token, "hex");
  return rootTokenHash === undefined ? null : hash("sha256", `${token} ${rootTokenHash}`, "hex");
}

/** The CSRF token of the forms that are sent with this cookie. The cookie cannot be computed from it. */
export const csrfTokenOf = (cookie: string): string => hash("sha256", `csrf ${cookie}`, "base64url");

/** Compares in constant time. */
export function isCsrfTokenOf(cookie: string, given: string): boolean {
  const [expected, actual] = [Buffer.from(csrfTokenOf(cookie)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
