// Every page and action. The first match serves: fixed words come before parameters.
import { TrieRouter } from "hono/router/trie-router";
import { explorePage } from "./explore/explore-page.tsx";
import type { Action, Page } from "./page.ts";
import { signIn, signInPage } from "./session/sign-in.tsx";
import { signOut } from "./session/sign-out.ts";

const pages: Readonly<Record<string, Page>> = {
  "/-/sign_in": signInPage,
  "/": explorePage,
  "/-/explore": explorePage,
};

const actions: Readonly<Record<string, Action>> = {
  "/-/sign_in": { submit: signIn, form: signInPage },
  "/-/sign_out": { submit: signOut, form: signInPage },
};

/** What serves a request, with the pattern of its path. */
export type PageRoute =
  | { readonly kind: "page"; readonly pattern: string; readonly page: Page }
  | { readonly kind: "action"; readonly pattern: string; readonly action: Action };

const router = new TrieRouter<PageRoute>();
for (const [pattern, page] of Object.entries(pages)) router.add("GET", pattern, { kind: "page", pattern, page });
for (const [pattern, action] of Object.entries(actions)) {
  router.add("POST", pattern, { kind: "action", pattern, action });
}

export interface MatchedRoute {
  readonly route: PageRoute;
  /** Decoded. A wildcard's are in `rest`, still encoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** @param path percent-encoded. Null if no page has it, or if it is not valid UTF-8 */
export function matchPage(method: string, path: string): MatchedRoute | null {
  const [matches] = router.match(method === "HEAD" ? "GET" : method, path);
  const [route, found] = matches[0] ?? [];
  if (route === undefined || found === undefined || Array.isArray(found)) return null;
  try {
    const params = Object.entries(found).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { route, params: { ...Object.fromEntries(params), ...restOf(route.pattern, path) } };
  } catch {
    return null;
  }
}

/** What a pattern's final `*` matches. */
function restOf(pattern: string, path: string): { rest?: string } {
  if (!pattern.endsWith("/*")) return {};
  const before = pattern.split("/").length - 1;
  return { rest: path.split("/").slice(before).join("/") };
}
