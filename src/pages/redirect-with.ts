// The usual answer to a form: a confirmation on the page that follows.
import { setNotice } from "./session/cookies.ts";
import type { Visit } from "./visit.ts";

/** @param path of this server */
export function redirectWith(visit: Visit, notice: string, path: string): Response {
  visit.addCookie(setNotice(notice, visit.isSecure));
  return visit.redirect(path);
}
