// The access levels of members.
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { AccessLevel } from "../../db/schema/namespaces.ts";

const groupLevels: readonly AccessLevel[] = [10, 20, 30, 40, 50];

/** Undefined if it is not a level. Only groups have owner members: a project's owners are those of its namespace. */
export function memberLevel(kind: MemberSource["kind"], level: number | null): AccessLevel | undefined {
  const groupLevel = groupLevels.find((candidate) => candidate === level);
  return kind === "project" && groupLevel === 50 ? undefined : groupLevel;
}
