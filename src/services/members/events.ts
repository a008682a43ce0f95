// The events of memberships.
import type { MemberSource } from "../../db/queries/members.ts";
import type { DomainEvent } from "../events.ts";

export const memberEvent = (
  what: "added" | "updated" | "removed",
  { kind, id }: MemberSource,
  userId: number,
): DomainEvent =>
  kind === "group"
    ? { kind: `group_member_${what}`, namespace_id: id, target_id: userId }
    : { kind: `project_member_${what}`, project_id: id, target_id: userId };
