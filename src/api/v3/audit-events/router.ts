// Routes of the audit trail.
import type { RouteTable } from "../../route-table.ts";
import { auditEventEndpoints } from "./audit-event-endpoints.ts";
import { groupAudit, instanceAudit, projectAudit } from "./scopes.ts";

const instance = auditEventEndpoints(instanceAudit);
const project = auditEventEndpoints(projectAudit);
const group = auditEventEndpoints(groupAudit);

export const auditEventRoutes: RouteTable = {
  "GET /audit_events": instance.list,
  "GET /audit_events/:id": instance.get,
  "GET /projects/:id/audit_events": project.list,
  "GET /projects/:id/audit_events/:audit_event_id": project.get,
  "GET /groups/:id/audit_events": group.list,
  "GET /groups/:id/audit_events/:audit_event_id": group.get,
};

/** For pages. */
export const auditEventLists = { instance: instance.list, project: project.list, group: group.list };
