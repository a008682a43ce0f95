// The user that a path names.
import type { UserRow } from "../../db/queries/users/row.ts";
import { findUserByUsername } from "../../db/queries/users/users.ts";
import { notFound } from "../../http/errors.ts";
import type { ApiClient } from "../api-client.ts";

/** For viewers who are signed in: users are not shown to others, as by the API. @throws ApiError 404 */
export async function findUserAt(api: ApiClient, username: string): Promise<UserRow> {
  const [[user]] = await api.base.db.batch(findUserByUsername(username));
  if (user === undefined) throw notFound("User");
  return user;
}
