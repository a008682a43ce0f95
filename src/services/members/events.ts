// The events of memberships.
import { type MemberDetails, memberDetails } from "../../db/queries/events/details.ts";
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { DetailedEvent } from "../../events/events.ts";

/** @param member as they are to be told of; not needed while the membership is there */
export function memberEvent(
  what: "added" | "updated" | "removed",
  source: MemberSource,
  userId: number,
  member?: MemberDetails,
): DetailedEvent {
  const { kind, id } = source;
  const details = member === undefined ? memberDetails(source, userId) : JSON.stringify(member);
  return kind === "group"
    ? { kind: `group_member_${what}`, namespace_id: id, target_id: userId, details }
    : { kind: `project_member_${what}`, project_id: id, target_id: userId, details };
}
