// Removes a member from a group or a project.
import {
  deleteMember,
  findMember,
  isMember,
  type MemberRow,
  type MemberSource,
} from "../../db/queries/members/members.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";
import { memberEvent } from "./events.ts";

export type RemoveMemberOutcome =
  | { kind: "removed"; member: MemberRow }
  | { kind: "no_member" }
  | { kind: "last_owner" };

export async function removeMember(
  context: VerbContext,
  source: MemberSource,
  userId: number,
): Promise<RemoveMemberOutcome> {
  const attempt = await context.db.attempt(
    findMember(source, userId),
    recordEvent(context, memberEvent("removed", source, userId), isMember(source, userId)),
    recordAudit(context, { kind: "member_destroyed", source, userId }, isMember(source, userId)),
    deleteMember(source, userId),
  );
  if (attempt.violated !== undefined) return { kind: "last_owner" };
  const member = attempt.rows[0][0];
  return member === undefined ? { kind: "no_member" } : { kind: "removed", member };
}
