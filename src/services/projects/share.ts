// Shares a project with a group, or removes the share.
import { deleteShare, hasShare, insertShare, type ShareRow } from "../../db/queries/projects/projects.ts";
import type { AccessLevel } from "../../db/schema/namespaces.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import { rowsOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";

export type ShareOutcome = { kind: "shared"; share: ShareRow } | { kind: "shared_already" } | { kind: "gone" };

export async function shareProject(
  context: VerbContext,
  link: { projectId: number; groupId: number; access: AccessLevel; expiresAt: string | null },
): Promise<ShareOutcome> {
  const { projectId, groupId, access, expiresAt } = link;
  const attempt = await context.db.attempt(
    insertShare({
      project_id: projectId,
      group_id: groupId,
      group_access: access,
      expires_at: expiresAt,
      created_at: context.now,
    }),
    recordEvent(context, { kind: "project_shared", project_id: projectId, namespace_id: groupId }),
    recordAudit(context, { kind: "project_group_link_created", projectId, groupId, level: access, expiresAt }),
  );
  if (attempt.violated === "project_group_links_key") return { kind: "shared_already" };
  const share = rowsOf(attempt)?.[0][0];
  return share === undefined ? { kind: "gone" } : { kind: "shared", share };
}

export type UnshareOutcome = { kind: "unshared" } | { kind: "not_shared" };

export async function unshareProject(
  context: VerbContext,
  projectId: number,
  groupId: number,
): Promise<UnshareOutcome> {
  const event = { kind: "project_unshared", project_id: projectId, namespace_id: groupId } as const;
  const [, , deleted] = await context.db.batch(
    recordAudit(context, { kind: "project_group_link_deleted", projectId, groupId }, hasShare(projectId, groupId)),
    recordEvent(context, event, hasShare(projectId, groupId)),
    deleteShare(projectId, groupId),
  );
  return { kind: deleted.length === 0 ? "not_shared" : "unshared" };
}
