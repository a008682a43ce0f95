// The users that an import names: their profiles, and the rows that the importer matches or creates.

import type { Row } from "../backup/format.ts";
import { type Json, requiredText, textOf, timeOf } from "./json.ts";
import { rowIdOf } from "./row-collector.ts";
import type { Source } from "./source.ts";
import type { Stage } from "./stage.ts";

/**
 * The profiles of users, by id. A user whose profile the token may not read is as other resources describe them; one of
 * whom only the id is known is left out.
 *
 * @param named by id
 */
export async function downloadUsers(
  source: Source,
  stage: Stage,
  named: ReadonlyMap<number, Json>,
): Promise<Map<number, Json>> {
  const users = new Map<number, Json>();
  for (const [id, known] of named) {
    const user = (await stage.json(`users/${id}`, () => source.get(`/users/${id}`))) ?? known;
    if (textOf(user, "username") !== null) users.set(id, user);
  }
  return users;
}

/** The ghost user, whom every server has and whom rows may name. */
export const GHOST: Json = { id: 0, username: "ghost", name: "Ghost User", state: "active" };

/** Ids in the rows by user name, in lower case. */
export const usernamesOf = (users: Iterable<Json>): Map<string, number> =>
  new Map([...users].map((user) => [requiredText(user, "username").toLowerCase(), rowIdOf(user)]));

/** GitLab's default. It shows the limit to administrators only. */
const PROJECTS_LIMIT = 100_000;

/**
 * GitLab shows the e-mail address to administrators only. Without it a user cannot be matched, and gets an address that
 * nobody owns.
 * @param host of the server, for the address
 */
export function userRow(user: Json, host: string): Row {
  const username = requiredText(user, "username");
  const email = textOf(user, "email") ?? textOf(user, "public_email");
  return {
    id: rowIdOf(user),
    username,
    name: textOf(user, "name") ?? username,
    email: email ?? `${username}@${host}.invalid`,
    projects_limit: typeof user.projects_limit === "number" ? user.projects_limit : PROJECTS_LIMIT,
    state: textOf(user, "state") === "active" ? "active" : "blocked",
    bio: textOf(user, "bio"),
    location: textOf(user, "location"),
    website_url: textOf(user, "website_url") ?? "",
    organization: textOf(user, "organization"),
    created_at: timeOf(user, "created_at") ?? new Date(0).toISOString(),
    updated_at: timeOf(user, "created_at") ?? new Date(0).toISOString(),
  };
}
