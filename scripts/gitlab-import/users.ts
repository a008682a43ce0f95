// The users that an import names: their profiles, and the rows that the importer matches or creates.
import { type Json, requiredText, textOf, timeOf } from "./json.ts";
import { type Row, rowIdOf } from "./row-collector.ts";
import type { Source } from "./source.ts";
import type { Stage } from "./stage.ts";

/** The profiles of users who exist; deleted ones are GitLab's ghost user, which exists. */
export async function downloadUsers(source: Source, stage: Stage, ids: Iterable<number>): Promise<Json[]> {
  const users: Json[] = [];
  for (const id of ids) {
    const user = await stage.json(`users/${id}`, () => source.get(`/users/${id}`));
    if (user !== null) users.push(user);
  }
  return users;
}

/** Ids in the rows by user name, in lower case. */
export const usernamesOf = (users: readonly Json[]): Map<string, number> =>
  new Map(users.map((user) => [requiredText(user, "username").toLowerCase(), rowIdOf(user)]));

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
