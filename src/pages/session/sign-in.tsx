// GET, POST /-/sign_in: creates a session from an access token or ROOT_TOKEN.
import {
  beginRootSession,
  beginSession,
  deleteEndedSessions,
  type NewSession,
} from "../../db/queries/users/sessions.ts";
import { viewerWithToken } from "../../middleware/authenticate.ts";
import { sufficient } from "../../permissions/scopes.ts";
import { isTokenShaped } from "../../permissions/token.ts";
import { Button, Form, TextField } from "../components/form.tsx";
import type { Page, View } from "../page.ts";
import { isOwnPath } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { clearCookie, SESSION_DAYS, setSession } from "./cookies.ts";
import { generateSessionToken, hashSessionToken } from "./session-token.ts";

const MOST_NAME_LENGTH = 200;
const DAY = 86_400_000;

export const signInPage: Page = async (visit) => ({
  title: "Sign in",
  content: (
    <section class="narrow">
      <h1>Sign in</h1>
      <Form visit={visit} action="/-/sign_in" class="box">
        <input type="hidden" name="return_to" value={returnTo(visit)} />
        <TextField
          name="token"
          label="Access token"
          type="password"
          autocomplete="current-password"
          hint="A personal access token with the scope api. The administrator's is ROOT_TOKEN."
          required
        />
        <Button kind="primary">Sign in</Button>
      </Form>
    </section>
  ),
});

export async function signIn(visit: Visit): Promise<Response | View> {
  const token = (visit.formText("token") ?? "").trim();
  const cookie = await beginSessionWith(visit, token);
  if (cookie === null) {
    visit.problem = "This is not a valid access token with the scope api.";
    // Rate limits count failed sign-ins by this status.
    return { ...viewOf(await signInPage(visit)), status: 401 };
  }
  visit.addCookie(setSession(cookie, visit.isSecure));
  visit.addCookie(clearCookie("formKey", visit.isSecure));
  return visit.redirect(returnTo(visit));
}

/** @returns the cookie, or null for a token that may not sign in */
async function beginSessionWith(visit: Visit, token: string): Promise<string | null> {
  const { base, rootTokenHash } = visit;
  const { today } = base.viewer;
  const { known_id: rootId, token_hash } = viewerWithToken(token, { rootTokenHash, scopes: sufficient.none, today });
  if (rootId === null && (token_hash === null || !isTokenShaped(token))) return null;
  const cookie = generateSessionToken(rootId === null ? "user" : "root");
  const hash = hashSessionToken(cookie, rootTokenHash);
  if (hash === null) return null;
  const session: NewSession = {
    token_hash: hash,
    name: (visit.headers.get("user-agent") ?? "").slice(0, MOST_NAME_LENGTH),
    expires_at: new Date(Date.parse(base.now) + SESSION_DAYS * DAY).toISOString().slice(0, 10),
    today,
    now: base.now,
  };
  const begin = token_hash === null ? beginRootSession(session, rootId ?? 0) : beginSession(session, token_hash);
  const [begun] = await base.db.batch(begin, deleteEndedSessions(hash, today));
  return begun.length === 0 ? null : cookie;
}

/** Where the visitor wanted to go. */
function returnTo(visit: Visit): string {
  const given = visit.formText("return_to") ?? visit.queryText("return_to") ?? "/";
  return isOwnPath(given) ? given : "/";
}

/** The sign-in page is never a redirect. */
function viewOf(answer: View | Response): View {
  if (answer instanceof Response) throw new Error("The sign-in page is a view.");
  return answer;
}
