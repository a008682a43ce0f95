// Audit events of protected branches, from the outbox of a repository.
import { type AuditRecord, insertAuditEvent } from "../db/queries/audit-events/record.ts";
import { isProject } from "../db/queries/projects/projects.ts";
import type { Statement } from "../db/statement.ts";
import type { ProtectionEvent } from "../git/repository/outbox.ts";
import type { Protection } from "../git/repository/protected-branches.ts";

/** Recorded once for the outbox entry, if the project still exists. */
export function recordProtection(
  projectId: number,
  entryId: number,
  { branch, before, after, by }: ProtectionEvent,
): Statement {
  const { userId: actorId, at: now, impersonation } = by;
  return insertAuditEvent(
    { actorId, now, impersonation },
    {
      entity: { type: "Project", id: projectId },
      target: { type: "ProtectedBranch", id: branch, details: branch },
      ...changeOf(before && textOf(before), after && textOf(after)),
    },
    isProject(projectId),
    entryId,
  );
}

const textOf = ({ developersCanPush, developersCanMerge }: Protection): string =>
  `developers_can_push: ${developersCanPush}, developers_can_merge: ${developersCanMerge}`;

function changeOf(from: string | null, to: string | null): Pick<AuditRecord, "event_type" | "change"> {
  if (from === null) return { event_type: "protected_branch_created", change: { add: "protected_branch", to } };
  if (to === null) return { event_type: "protected_branch_removed", change: { remove: "protected_branch", from } };
  return { event_type: "protected_branch_updated", change: { change: "protected_branch", from, to } };
}
