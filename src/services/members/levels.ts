// Which access levels members may have.
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { AccessLevel } from "../../db/schema/namespaces.ts";

const groupLevels: readonly AccessLevel[] = [10, 20, 30, 40, 50];

/** Only groups have owners: a project's are those of its namespace. Undefined for a level that is none. */
export function memberLevel(kind: MemberSource["kind"], level: number | null): AccessLevel | undefined {
  const known = groupLevels.find((one) => one === level);
  return kind === "project" && known === 50 ? undefined : known;
}
