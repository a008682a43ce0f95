// Members of groups and projects.
import type { MemberRow } from "../../../db/queries/members/members.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserBasic } from "./user.ts";

export const presentMember = (member: MemberRow, context: PresenterContext) => ({
  ...presentUserBasic(member, context),
  access_level: member.access_level,
  created_at: member.member_since,
  created_by: null,
  expires_at: member.expires_at,
  membership_state: "active" as const,
});

export const presentSuccess = () => ({ status: "success" as const });
