// Approves a request for access: it becomes a membership.
import { deleteAccessRequest, findAccessRequest, isWaiting } from "../../db/queries/members/access-requests.ts";
import { findMember, insertMember, type MemberRow, type MemberSource } from "../../db/queries/members/members.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import { memberEvent } from "../members/events.ts";
import { memberLevel } from "../members/levels.ts";
import type { VerbContext } from "../verb.ts";

/** Developer. */
const DEFAULT_LEVEL = 30;

export type ApproveAccessOutcome =
  | { kind: "approved"; member: MemberRow }
  | { kind: "no_request" }
  | { kind: "unknown_level" };

/** If two users approve at the same time, the second finds no request. */
export async function approveAccess(
  context: VerbContext,
  source: MemberSource,
  params: { userId: number; level: number | null },
): Promise<ApproveAccessOutcome> {
  const { db, now } = context;
  const { userId } = params;
  const level = memberLevel(source.kind, params.level ?? DEFAULT_LEVEL);
  if (level === undefined) {
    const [[request]] = await db.batch(findAccessRequest(source, userId));
    return { kind: request === undefined ? "no_request" : "unknown_level" };
  }
  const details = { access_level: level, created_at: now };
  const member = { ...details, user_id: userId, expires_at: null };
  const isPending = isWaiting(source, userId);
  const [, , [added], , [row]] = await db.batch(
    recordAudit(context, { kind: "member_created", source, userId, level, expiresAt: null }, isPending),
    recordEvent(context, memberEvent("added", source, userId, details), isPending),
    insertMember(source, member, isPending),
    deleteAccessRequest(source, userId),
    findMember(source, userId),
  );
  return added === undefined || row === undefined ? { kind: "no_request" } : { kind: "approved", member: row };
}
