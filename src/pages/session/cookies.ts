// The cookies of the pages: the session, the form key of visitors without one, the notice for the next page, and the
// state of the database that the browser's last form has made.
import { isSessionToken } from "./session-token.ts";

/** Days that a session lasts, if the token that signed in is valid for so long. */
export const SESSION_DAYS = 30;
const MOST_NOTICE_LENGTH = 300;

export interface Cookies {
  readonly session: string | null;
  /** A random text from which the CSRF token of the sign-in form is made. */
  readonly formKey: string | null;
  readonly notice: string | null;
  /** With GLOBAL_READS; as the browser sends it. */
  readonly bookmark: string | null;
}

type CookieName = keyof Cookies;

/** Browsers accept `__Host-` cookies only over https, and only from the host itself. */
const nameOf = (name: CookieName, isSecure: boolean): string =>
  `${isSecure ? "__Host-" : ""}tributary_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

export function readCookies(headers: Headers, isSecure: boolean): Cookies {
  const cookies = new Map<string, string>();
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [name = "", ...rest] = pair.split("=");
    if (!cookies.has(name.trim())) cookies.set(name.trim(), rest.join("=").trim());
  }
  const read = (name: CookieName) => cookies.get(nameOf(name, isSecure)) ?? null;
  const session = read("session");
  const formKey = read("formKey");
  return {
    session: session !== null && isSessionToken(session) ? session : null,
    formKey: formKey !== null && /^[0-9A-Za-z]{40}$/.test(formKey) ? formKey : null,
    notice: decoded(read("notice")),
    bookmark: read("bookmark"),
  };
}

function decoded(text: string | null): string | null {
  if (text === null || text === "") return null;
  try {
    return decodeURIComponent(text).slice(0, MOST_NOTICE_LENGTH);
  } catch {
    return null;
  }
}

const set = (name: CookieName, value: string, isSecure: boolean, maxAge?: number): string =>
  [
    `${nameOf(name, isSecure)}=${value}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    ...(isSecure ? ["Secure"] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join("; ");

/** @returns the value of a Set-Cookie header, as the following functions do */
export const setSession = (token: string, isSecure: boolean): string =>
  set("session", token, isSecure, SESSION_DAYS * 86_400);

export const setFormKey = (key: string, isSecure: boolean): string => set("formKey", key, isSecure);

/** A text that the next page shows once. */
export const setNotice = (text: string, isSecure: boolean): string =>
  set("notice", encodeURIComponent(text.slice(0, MOST_NOTICE_LENGTH)), isSecure, 60);

/** For as long as replicas may lag. */
export const setBookmark = (bookmark: string, isSecure: boolean): string => set("bookmark", bookmark, isSecure, 60);

export const clearCookie = (name: CookieName, isSecure: boolean): string => set(name, "", isSecure, 0);
