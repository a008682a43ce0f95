// Hooks of a project.
import type { RouteTable } from "../../http/route-table.ts";
import { createHook } from "./create-hook.ts";
import { deleteHook } from "./delete-hook.ts";
import { getHook } from "./get-hook.ts";
import { listHooks } from "./list-hooks.ts";
import { updateHook } from "./update-hook.ts";

export const hookRoutes: RouteTable = {
  "GET /projects/:id/hooks": listHooks,
  "POST /projects/:id/hooks": createHook,
  "GET /projects/:id/hooks/:hook_id": getHook,
  "PUT /projects/:id/hooks/:hook_id": updateHook,
  "DELETE /projects/:id/hooks/:hook_id": deleteHook,
};
