// The union of audited changes. Each verb that gives, changes or takes away access records its change in its own batch;
// docs/audit-events.md lists them.
import type { SQL } from "drizzle-orm";
import {
  type AuditAuthorship,
  type AuditRecord,
  groupOfTransfer,
  insertAuditEvent,
  namespacePath,
  projectPath,
  userName,
} from "../db/queries/audit-events/record.ts";
import {
  forkSourceId,
  levelName,
  memberValue,
  namespaceOfProject,
  newestTokenId,
  shareLevel,
  tokenName,
} from "../db/queries/audit-events/values.ts";
import type { HookOwner } from "../db/queries/hooks/hooks.ts";
import type { MemberSource } from "../db/queries/members/members.ts";
import type { TokenOwner } from "../db/queries/users/tokens.ts";
import type { AccessLevel } from "../db/schema/namespaces.ts";
import type { Statement } from "../db/statement.ts";

type Id = number | SQL<number>;

interface OfMember {
  readonly source: MemberSource;
  readonly userId: number;
}

type MemberChange =
  | (OfMember & { kind: "member_created"; level: AccessLevel; expiresAt: string | null })
  /** Undefined keeps the expiry date. */
  | (OfMember & { kind: "member_updated"; level: AccessLevel; expiresAt: string | null | undefined })
  | (OfMember & { kind: "member_destroyed" | "access_request_denied" });

type TokenChange =
  | {
      kind: "token_created";
      owner: TokenOwner;
      name: string;
      scopes: readonly string[];
      expiresAt: string | null;
    }
  | { kind: "token_revoked"; owner: TokenOwner; tokenId: number };

/** Of a hook's URL only the origin (`https://host`) is recorded: path and query may be secrets. */
type HookChange =
  | { kind: "webhook_created"; owner: HookOwner; hookId: Id; origin: string }
  | { kind: "webhook_destroyed" | "webhook_secret_rotated"; owner: HookOwner; hookId: number; origin: string }
  /** `columns`: names of all that changes, without values. */
  | { kind: "webhook_updated"; owner: HookOwner; hookId: number; from: string; to: string; columns: readonly string[] };

type UserChange =
  | { kind: "user_created"; userId: Id }
  | { kind: "user_destroyed" | "user_blocked" | "unblock_user"; userId: number };

type GroupChange = { kind: "group_created" | "group_destroyed"; groupId: Id };

type ProjectChange =
  | { kind: "project_created"; projectId: Id; forkedFromId: number | null }
  | { kind: "project_destroyed" | "project_archived" | "project_unarchived"; projectId: number }
  | { kind: "project_namespace_updated"; projectId: number; groupId: number }
  | { kind: "project_fork_relationship_created"; projectId: number; sourceId: number }
  | { kind: "project_fork_relationship_removed"; projectId: number }
  | {
      kind: "project_group_link_created";
      projectId: number;
      groupId: number;
      level: AccessLevel;
      expiresAt: string | null;
    }
  | { kind: "project_group_link_deleted"; projectId: number; groupId: number };

/**
 * Creations are recorded after the change in their batch, everything else before it: the statement reads the names and
 * values of that moment.
 */
export type AuditedChange = MemberChange | TokenChange | HookChange | UserChange | GroupChange | ProjectChange;

/**
 * The statement that records a change.
 *
 * @param when records it only if this holds, at the statement's position in the batch
 */
export const recordAudit = (by: AuditAuthorship, change: AuditedChange, when?: SQL): Statement =>
  insertAuditEvent(by, auditRecordOf(change), when);

function auditRecordOf(change: AuditedChange): AuditRecord {
  switch (change.kind) {
    case "member_created":
    case "member_updated":
    case "member_destroyed":
    case "access_request_denied":
      return memberRecord(change);
    case "token_created":
    case "token_revoked":
      return tokenRecord(change);
    case "webhook_created":
    case "webhook_updated":
    case "webhook_destroyed":
    case "webhook_secret_rotated":
      return hookRecord(change);
    case "user_created":
    case "user_destroyed":
    case "user_blocked":
    case "unblock_user":
      return userRecord(change);
    case "group_created":
    case "group_destroyed":
      return groupRecord(change);
    default:
      return projectRecord(change);
  }
}

const entityOf = ({ kind, id }: MemberSource | Exclude<HookOwner, { kind: "server" }>): AuditRecord["entity"] => ({
  type: kind === "group" ? "Group" : "Project",
  id,
});

function memberRecord(change: MemberChange): AuditRecord {
  const { kind, source, userId } = change;
  const level = levelName(memberValue(source, userId, "access_level"));
  const expiry = memberValue(source, userId, "expires_at");
  const changes = (): AuditRecord["change"] => {
    switch (change.kind) {
      case "member_created":
        return { add: "user_access", as: levelName(change.level), expiry_to: change.expiresAt };
      case "member_updated":
        return {
          change: "access_level",
          from: level,
          to: levelName(change.level),
          expiry_from: expiry,
          expiry_to: change.expiresAt === undefined ? expiry : change.expiresAt,
        };
      case "member_destroyed":
        return { remove: "user_access", from: level };
      case "access_request_denied":
        return { remove: "access_request" };
    }
  };
  return {
    event_type: kind,
    entity: entityOf(source),
    target: { type: "User", id: userId, details: userName(userId) },
    change: changes(),
  };
}

function tokenRecord(change: TokenChange): AuditRecord {
  const { user_id, impersonation } = change.owner;
  const noun = impersonation === 1 ? "impersonation_token" : "personal_access_token";
  const entity = { type: "User", id: user_id } as const;
  if (change.kind === "token_revoked") {
    const { tokenId: id } = change;
    return {
      event_type: `${noun}_revoked`,
      entity,
      target: { type: "PersonalAccessToken", id, details: tokenName(id) },
      change: { remove: noun },
    };
  }
  const { name, scopes, expiresAt } = change;
  return {
    event_type: `${noun}_created`,
    entity,
    target: { type: "PersonalAccessToken", id: newestTokenId, details: name },
    change: { add: noun, scopes: scopes.join(", "), expires_at: expiresAt },
  };
}

const INSTANCE = { type: "Gitlab::Audit::InstanceScope", id: 1 } as const;

function hookRecord(change: HookChange): AuditRecord {
  const { kind, owner, hookId: id } = change;
  const changes = (): AuditRecord["change"] => {
    switch (change.kind) {
      case "webhook_created":
        return { add: "webhook" };
      case "webhook_updated":
        return { change: change.columns.join(", "), from: change.from, to: change.to };
      case "webhook_destroyed":
        return { remove: "webhook" };
      case "webhook_secret_rotated":
        return { change: "signing_secret" };
    }
  };
  const details = change.kind === "webhook_updated" ? change.to : change.origin;
  return {
    event_type: kind,
    entity: owner.kind === "server" ? INSTANCE : entityOf(owner),
    target: { type: owner.kind === "server" ? "SystemHook" : "WebHook", id, details },
    change: changes(),
  };
}

const userChanges = {
  user_created: { add: "user" },
  user_destroyed: { remove: "user" },
  user_blocked: { change: "state", from: "active", to: "blocked" },
  unblock_user: { change: "state", from: "blocked", to: "active" },
} as const;

const userRecord = ({ kind, userId: id }: UserChange): AuditRecord => ({
  event_type: kind,
  entity: { type: "User", id },
  target: { type: "User", id, details: userName(id) },
  change: userChanges[kind],
});

const groupRecord = ({ kind, groupId: id }: GroupChange): AuditRecord => ({
  event_type: kind,
  entity: { type: "Group", id },
  target: { type: "Group", id, details: namespacePath(id) },
  change: kind === "group_created" ? { add: "group" } : { remove: "group" },
});

function projectRecord(change: ProjectChange): AuditRecord {
  const { kind, projectId: id } = change;
  return {
    event_type: kind,
    entity: { type: "Project", id },
    target:
      kind === "project_group_link_created" || kind === "project_group_link_deleted"
        ? { type: "Group", id: change.groupId, details: namespacePath(change.groupId) }
        : { type: "Project", id, details: projectPath(id) },
    ...(kind === "project_namespace_updated" && { group: groupOfTransfer(id, change.groupId) }),
    change: projectChanges(change),
  };
}

/** The source of a fork is only an id, because the owners of the fork need not see it. */
function projectChanges(change: ProjectChange): AuditRecord["change"] {
  switch (change.kind) {
    case "project_created":
      return { add: "project", ...(change.forkedFromId !== null && { forked_from_project_id: change.forkedFromId }) };
    case "project_destroyed":
      return { remove: "project" };
    case "project_archived":
      return { change: "archived", from: "false", to: "true" };
    case "project_unarchived":
      return { change: "archived", from: "true", to: "false" };
    case "project_namespace_updated":
      return { change: "namespace", from: namespaceOfProject(change.projectId), to: namespacePath(change.groupId) };
    case "project_fork_relationship_created":
      return { add: "fork_relationship", forked_from_project_id: change.sourceId };
    case "project_fork_relationship_removed":
      return { remove: "fork_relationship", forked_from_project_id: forkSourceId(change.projectId) };
    case "project_group_link_created":
      return { add: "project_group_link", as: levelName(change.level), expires_at: change.expiresAt };
    case "project_group_link_deleted":
      return { remove: "project_group_link", from: levelName(shareLevel(change.projectId, change.groupId)) };
  }
}
