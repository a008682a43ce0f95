// The routes of both APIs in one table, for tests that walk them.
import type { Route } from "../../src/api/route-table.ts";
import { routes as routesOfV3 } from "../../src/api/v3/index.ts";
import { routes as routesOfV4 } from "../../src/api/v4/index.ts";
import { v4 } from "./v4.ts";

export interface WalkedRoute extends Route {
  readonly isV4: boolean;
}

const of = (routes: readonly Route[], isV4: boolean): WalkedRoute[] => routes.map((route) => ({ ...route, isV4 }));

export const everyRoute: readonly WalkedRoute[] = [...of(routesOfV3, false), ...of(routesOfV4, true)];

/** `GET /projects` in v3, `v4 GET /projects` in v4. */
export const keyOf = ({ isV4, method, path }: WalkedRoute): string => `${isV4 ? "v4 " : ""}${method} ${path}`;

/** Where `send` finds a path of the route's API. */
export const addressOf = ({ isV4 }: WalkedRoute, path: string): string => (isV4 ? v4(path) : path);
