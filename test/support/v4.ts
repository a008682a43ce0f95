// API v4 in tests: callers are those of v3, with absolute addresses.
import { type Actor, ok, root, unique } from "./actors.ts";
import { baseUrl, Caller } from "./api.ts";

/** The address of a path below /api/v4. */
export const v4 = (path: string): string => `${baseUrl}/api/v4${path}`;

/** A caller with a token of these scopes. */
export async function withScopes(user: Actor, ...scopes: string[]): Promise<Caller> {
  const created = await ok(root.post(`/users/${user.id}/impersonation_tokens`, { name: unique("token"), scopes }));
  return new Caller(created.token);
}

/** The verbs of a caller. */
export type Verbs = Pick<Caller, "get" | "post" | "put" | "delete">;

/** The same caller with paths below /api/v4. */
export const inV4 = (caller: Caller): Verbs => ({
  get: (path, query) => caller.get(v4(path), query),
  post: (path, body) => caller.post(v4(path), body),
  put: (path, body) => caller.put(v4(path), body),
  delete: (path, body) => caller.delete(v4(path), body),
});
