// Every page and action. The first match serves: fixed words come before the parameters that would match them.
import { TrieRouter } from "hono/router/trie-router";
import { activityPages } from "./activity/router.ts";
import { adminPages } from "./admin/router.ts";
import { auditEventPages } from "./audit-events/router.ts";
import { codePages } from "./code/router.ts";
import { commitPages } from "./commits/router.ts";
import { comparisonPages } from "./compare/router.ts";
import { dashboardPages } from "./dashboard/router.ts";
import { explorePages } from "./explore/router.ts";
import { groupPages } from "./groups/router.ts";
import { hookPages } from "./hooks/router.ts";
import { issuePages } from "./issues/router.ts";
import { labelPages } from "./labels/router.ts";
import { memberPages } from "./members/router.ts";
import { mergeRequestPages } from "./merge-requests/router.ts";
import { milestonePages } from "./milestones/router.ts";
import { newProjectPages } from "./new-project/router.ts";
import { notificationSettingPages } from "./notification-settings/router.ts";
import type { Action, Page, PageTable } from "./page.ts";
import { profilePages } from "./profile/router.ts";
import { projectSettingsPages } from "./project-settings/router.ts";
import { sessionPages } from "./session/router.ts";
import { todoPages } from "./todos/router.ts";
import { userPages } from "./users/router.ts";

const tables: readonly PageTable[] = [
  sessionPages,
  profilePages,
  adminPages,
  explorePages,
  dashboardPages,
  todoPages,
  newProjectPages,
  // What begins with /groups has two words or more, as projects and their pages have.
  activityPages,
  groupPages,
  hookPages,
  auditEventPages,
  notificationSettingPages,
  issuePages,
  labelPages,
  milestonePages,
  memberPages,
  projectSettingsPages,
  commitPages,
  comparisonPages,
  mergeRequestPages,
  // The last: they have /:namespace/:project and /:username, which match any words.
  codePages,
  userPages,
];

/** Of all tables, such as `GET /-/explore`. */
export const pageRoutes: readonly string[] = tables.flatMap((table) => Object.keys(table));

/** What serves a request, with the pattern of its path. */
export interface PageRoute {
  readonly pattern: string;
  readonly serve: Page | Action;
}

const router = new TrieRouter<PageRoute>();
for (const [route, serve] of tables.flatMap((table) => Object.entries<Page | Action>(table))) {
  const [method = "", pattern = ""] = route.split(" ");
  router.add(method, pattern, { pattern, serve });
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
