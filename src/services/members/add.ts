// Adds a user to a group or a project.
import { deleteAccessRequest } from "../../db/queries/members/access-requests.ts";
import {
  findMember,
  insertMember,
  isMember,
  type MemberRow,
  type MemberSource,
} from "../../db/queries/members/members.ts";
import { GHOST_ID } from "../../db/queries/users/row.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";
import { memberEvent } from "./events.ts";
import { memberLevel } from "./levels.ts";

export type AddMemberOutcome =
  | { kind: "added"; member: MemberRow }
  | { kind: "member_already"; member: MemberRow | undefined }
  | { kind: "unknown_level" }
  | { kind: "unknown_user" };

export async function addMember(
  context: VerbContext,
  source: MemberSource,
  params: { userId: number; level: number | null; expiresAt: string | null },
): Promise<AddMemberOutcome> {
  const { db, now } = context;
  if (params.userId === GHOST_ID) return { kind: "unknown_user" };
  const level = memberLevel(source.kind, params.level);
  if (level === undefined) {
    const [[member]] = await db.batch(findMember(source, params.userId));
    return member === undefined ? { kind: "unknown_level" } : { kind: "member_already", member };
  }
  const attempt = await db.attempt(
    insertMember(source, {
      user_id: params.userId,
      access_level: level,
      expires_at: params.expiresAt,
      created_at: now,
    }),
    recordEvent(context, memberEvent("added", source, params.userId), isMember(source, params.userId)),
    recordAudit(
      context,
      { kind: "member_created", source, userId: params.userId, level, expiresAt: params.expiresAt },
      isMember(source, params.userId),
    ),
    deleteAccessRequest(source, params.userId),
    findMember(source, params.userId),
  );
  if (attempt.violated === "foreign_key") return { kind: "unknown_user" };
  if (attempt.violated !== undefined) {
    const [[member]] = await db.batch(findMember(source, params.userId));
    return { kind: "member_already", member };
  }
  const member = attempt.rows[4][0];
  return member === undefined ? { kind: "unknown_user" } : { kind: "added", member };
}
