// Routes of hooks of projects, groups and the server.

import { hookEndpoints } from "../../hooks/hook-endpoints.ts";
import { groupHooks, projectHooks, systemHooks } from "../../hooks/hook-owners.ts";
import type { RouteTable } from "../../route-table.ts";
import { deliveryEndpoints } from "./delivery-endpoints.ts";
import { v3Hooks } from "./hook-shape.ts";

const project = hookEndpoints(projectHooks, v3Hooks);
const group = hookEndpoints(groupHooks, v3Hooks);
const system = hookEndpoints(systemHooks, v3Hooks);
const projectDeliveries = deliveryEndpoints(projectHooks);
const groupDeliveries = deliveryEndpoints(groupHooks);
const systemDeliveries = deliveryEndpoints(systemHooks);

export const hookRoutes: RouteTable = {
  "GET /projects/:id/hooks": project.list,
  "POST /projects/:id/hooks": project.create,
  "GET /projects/:id/hooks/:hook_id": project.get,
  "PUT /projects/:id/hooks/:hook_id": project.update,
  "DELETE /projects/:id/hooks/:hook_id": project.delete,
  "POST /projects/:id/hooks/:hook_id/rotate_secret": project.rotateSecret,
  "GET /projects/:id/hooks/:hook_id/deliveries": projectDeliveries.list,
  "GET /projects/:id/hooks/:hook_id/deliveries/:delivery_id": projectDeliveries.get,
  "POST /projects/:id/hooks/:hook_id/deliveries/:delivery_id/redeliver": projectDeliveries.redeliver,
  "POST /projects/:id/hooks/:hook_id/test/:event": projectDeliveries.test,
  "GET /groups/:id/hooks": group.list,
  "POST /groups/:id/hooks": group.create,
  "GET /groups/:id/hooks/:hook_id": group.get,
  "PUT /groups/:id/hooks/:hook_id": group.update,
  "DELETE /groups/:id/hooks/:hook_id": group.delete,
  "POST /groups/:id/hooks/:hook_id/rotate_secret": group.rotateSecret,
  "GET /groups/:id/hooks/:hook_id/deliveries": groupDeliveries.list,
  "GET /groups/:id/hooks/:hook_id/deliveries/:delivery_id": groupDeliveries.get,
  "POST /groups/:id/hooks/:hook_id/deliveries/:delivery_id/redeliver": groupDeliveries.redeliver,
  "POST /groups/:id/hooks/:hook_id/test/:event": groupDeliveries.test,
  "GET /hooks": system.list,
  "POST /hooks": system.create,
  "GET /hooks/:hook_id": system.get,
  "PUT /hooks/:hook_id": system.update,
  "DELETE /hooks/:hook_id": system.delete,
  "POST /hooks/:hook_id/rotate_secret": system.rotateSecret,
  "GET /hooks/:hook_id/deliveries": systemDeliveries.list,
  "GET /hooks/:hook_id/deliveries/:delivery_id": systemDeliveries.get,
  "POST /hooks/:hook_id/deliveries/:delivery_id/redeliver": systemDeliveries.redeliver,
  "POST /hooks/:hook_id/test/:event": systemDeliveries.test,
};
