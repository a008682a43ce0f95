// Updates a member's access level or the expiry date of the membership.
import {
  changesMember,
  findMember,
  type MemberRow,
  type MemberSource,
  updateMember as write,
} from "../../db/queries/members/members.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";
import { memberEvent } from "./events.ts";
import { memberLevel } from "./levels.ts";

export type UpdateMemberOutcome =
  | { kind: "updated"; member: MemberRow }
  | { kind: "no_member" }
  | { kind: "unknown_level" }
  | { kind: "last_owner" };

/** @param params an undefined `expiresAt` keeps the current date */
export async function updateMember(
  context: VerbContext,
  source: MemberSource,
  params: { userId: number; level: number | null; expiresAt: string | null | undefined },
): Promise<UpdateMemberOutcome> {
  const { db } = context;
  const level = memberLevel(source.kind, params.level);
  if (level === undefined) {
    const [[member]] = await db.batch(findMember(source, params.userId));
    return { kind: member === undefined ? "no_member" : "unknown_level" };
  }
  const changes = { access_level: level, expires_at: params.expiresAt };
  const isChange = changesMember(source, params.userId, changes);
  const attempt = await db.attempt(
    recordAudit(context, { kind: "member_updated", source, ...params, level }, isChange),
    recordEvent(context, memberEvent("updated", source, params.userId), isChange),
    write(source, params.userId, changes),
    findMember(source, params.userId),
  );
  if (attempt.violated !== undefined) return { kind: "last_owner" };
  const member = attempt.rows[3][0];
  return member === undefined ? { kind: "no_member" } : { kind: "updated", member };
}
