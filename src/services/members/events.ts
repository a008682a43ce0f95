// Events of memberships.
import { type MemberDetails, memberDetails } from "../../db/queries/events/details.ts";
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { DetailedEvent } from "../../events/events.ts";

/** @param member the event's details; read from the membership if not given, which then has to exist */
export function memberEvent(
  verb: "added" | "updated" | "removed",
  source: MemberSource,
  userId: number,
  member?: MemberDetails,
): DetailedEvent {
  const { kind, id } = source;
  const details = member === undefined ? memberDetails(source, userId) : JSON.stringify(member);
  return kind === "group"
    ? { kind: `group_member_${verb}`, namespace_id: id, target_id: userId, details }
    : { kind: `project_member_${verb}`, project_id: id, target_id: userId, details };
}
