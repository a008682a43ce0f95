// POST /-/sign_out: ends the session.
import { endSession } from "../../db/queries/users/sessions.ts";
import type { Visit } from "../visit.ts";
import { clearCookie } from "./cookies.ts";

export async function signOut(visit: Visit): Promise<Response> {
  const { token_hash } = visit.base.viewer;
  if (token_hash !== null) await visit.base.db.batch(endSession(token_hash));
  visit.addCookie(clearCookie("session", visit.isSecure));
  const response = visit.redirect("/");
  // Pages that the browser keeps for its Back button, too.
  response.headers.set("clear-site-data", '"cache"');
  return response;
}
