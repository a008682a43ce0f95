// `METHOD /path` -> endpoint: a folder's table of contents, and what the app mounts.
import type { Endpoint } from "./endpoint.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type RouteTable = Record<`${Method} /${string}`, Endpoint>;

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** The routes of the tables in the order they are matched. */
export function routesOf(tables: readonly RouteTable[]): Route[] {
  return tables.flatMap((table) =>
    Object.entries(table).map(([key, endpoint]) => {
      const [method, path] = splitKey(key);
      return { method, path, endpoint };
    }),
  );
}

/** Keys have this form by their type. */
function splitKey(key: string): [Method, string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space) as Method, key.slice(space + 1)];
}
