// A walk over every route of both APIs. A new route is included automatically, or must be left out with a reason.
import type { Answer } from "../support/api.ts";
import { addressOf, everyRoute, keyOf, type WalkedRoute } from "../support/every-api.ts";
import { walkedName } from "../support/merge-requests.ts";

/** A walk takes some hundred requests. */
export const WALK = { timeout: 300_000 };

/** Routes that are not walked, and the reasons. */
export const leftOut: Readonly<Record<string, string>> = {
  "POST /user/personal_access_tokens": "answers a new secret each time, and knows of its user only",
  "GET /notifications": "changes some time after the cause; test/api/v3/notifications waits for it",
  "POST /notifications/read": "as that",
  "POST /projects": "answers a new secret each time, of a project in which there is nothing yet",
  "v4 POST /projects": "as that",
  "v4 POST /user/personal_access_tokens": "answers a new secret each time, and knows of its user only",
  "v4 GET /personal_access_tokens/:token_id": "knows of tokens of its user only",
  "v4 POST /personal_access_tokens/self/rotate": "ends the token of the walk",
  "v4 DELETE /personal_access_tokens/self": "as that",
  "v4 GET /projects/:id/releases/permalink/latest": "redirects; test/api/v4/releases",
  "v4 GET /projects/:id/releases/permalink/latest/:suffix_path{.+}": "as that",
  "v4 POST /projects/:id/uploads": "takes a file, and answers a new secret each time",
};

export const walked = everyRoute.filter((route) => !(keyOf(route) in leftOut));
export const readings = walked.filter(({ method }) => method === "GET");
export const writings = walked.filter(({ method }) => method !== "GET");

/** Values of path parameters; `id` depends on the segment before it. */
export type Names = Readonly<Record<string, string | number>>;

export function pathOf(route: WalkedRoute, names: Names): string {
  const { path } = route;
  const [, first = ""] = path.split("/");
  const filled = path.replace(/:(\w+)(\{[^}]*\})?/g, (_, param: string) => {
    const value = names[param === "id" ? first.replace(/s$/, "") : walkedName(path, param)];
    if (value !== undefined) return encodeURIComponent(value);
    throw new Error(
      `Nothing to walk ${keyOf(route)} with: give ${param} a name, or leave the route out with a reason.`,
    );
  });
  return addressOf(route, filled);
}

/** Headers that differ in every response. */
const ownToEachAnswer = new Set(["date", "x-request-id", "server-timing"]);

/** A whole response: its status, its headers, including pagination, and the bytes of its body. */
export const whole = ({ status, headers, text }: Answer): string =>
  [
    status,
    ...[...headers].filter(([name]) => !ownToEachAnswer.has(name)).map((header) => header.join(": ")),
    text,
  ].join("\n");
