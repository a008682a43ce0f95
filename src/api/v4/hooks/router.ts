// Routes of hooks of projects, groups and the server.
import { hookEndpoints } from "../../hooks/hook-endpoints.ts";
import { groupHooks, type HookOwnerKind, projectHooks, systemHooks } from "../../hooks/hook-owners.ts";
import type { RouteTable } from "../../route-table.ts";
import { hookEventEndpoints } from "./event-endpoints.ts";
import { v4Hooks } from "./hook-shape.ts";

function routesBelow(path: string, kind: HookOwnerKind): RouteTable {
  const hooks = hookEndpoints(kind, v4Hooks);
  const events = hookEventEndpoints(kind);
  return {
    [`GET ${path}/hooks`]: hooks.list,
    [`POST ${path}/hooks`]: hooks.create,
    [`GET ${path}/hooks/:hook_id`]: hooks.get,
    [`PUT ${path}/hooks/:hook_id`]: hooks.update,
    [`DELETE ${path}/hooks/:hook_id`]: hooks.delete,
    [`POST ${path}/hooks/:hook_id/rotate_secret`]: hooks.rotateSecret,
    [`GET ${path}/hooks/:hook_id/events`]: events.list,
    [`POST ${path}/hooks/:hook_id/events/:hook_log_id/resend`]: events.resend,
    [`POST ${path}/hooks/:hook_id/test/:trigger`]: events.test,
  };
}

export const hookRoutes: RouteTable = {
  ...routesBelow("/projects/:id", projectHooks),
  ...routesBelow("/groups/:id", groupHooks),
  ...routesBelow("", systemHooks),
};
