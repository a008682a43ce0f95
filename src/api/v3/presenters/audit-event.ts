// Audit events, in the shape of GitLab's audit events API.
import type { AuditEventRow } from "../../../db/queries/audit-events/lists.ts";

export const presentAuditEvent = (row: AuditEventRow) => ({
  id: row.id,
  author_id: row.author_id,
  entity_id: row.entity_id,
  entity_type: row.entity_type,
  event_type: row.event_type,
  details: presentDetails(row.details),
  created_at: row.created_at,
});

/** The change, by GitLab's names. Addresses are not recorded, see docs/audit-events.md. */
const presentDetails = (details: string): Record<string, string | number | null> => ({
  ...JSON.parse(details),
  ip_address: null,
});
