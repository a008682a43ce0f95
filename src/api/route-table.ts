// Route tables: `METHOD /path` -> endpoint, one table per resource.
import type { Endpoint } from "./endpoint.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type RouteTable = Record<`${Method} /${string}`, Endpoint>;

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** The routes of the tables, in matching order. */
export function routesOf(tables: readonly RouteTable[]): Route[] {
  return tables.flatMap((table) =>
    Object.entries(table).map(([key, endpoint]) => {
      const [method, path] = splitKey(key);
      return { method, path, endpoint };
    }),
  );
}

/** The key's type guarantees its form. */
function splitKey(key: string): [Method, string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space) as Method, key.slice(space + 1)];
}
