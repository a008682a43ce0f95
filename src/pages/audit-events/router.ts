// The audit trail of the server, of groups and of projects.
import { forAdmins } from "../admin/admin-nav.tsx";
import type { PageTable } from "../page.ts";
import { groupAuditPage, projectAuditPage, serverAuditPage } from "./audit-events-page.tsx";

export const auditEventPages: PageTable = {
  "GET /-/admin/audit_events": forAdmins(serverAuditPage),
  "GET /groups/:group/audit_events": groupAuditPage,
  "GET /:namespace/:project/audit_events": projectAuditPage,
};
