// Protected branches.
import type { Protection } from "../../../git/repository/protected-branches.ts";
import { numberOfName } from "../../../services/number-of-name.ts";

interface ProtectedBranch {
  readonly name: string;
  readonly protection: Protection;
}

const levels = {
  30: "Developers + Maintainers",
  40: "Maintainers",
} as const;

/** `id`: a number made of the name, since a branch is protected by its name alone. */
export const presentProtectedBranch = ({ name, protection }: ProtectedBranch) => ({
  id: numberOfName(name),
  name,
  push_access_levels: [presentLevel(protection.developersCanPush)],
  merge_access_levels: [presentLevel(protection.developersCanMerge)],
  allow_force_push: false,
  code_owner_approval_required: false,
});

function presentLevel(areDevelopersAllowed: boolean) {
  const level = areDevelopersAllowed ? 30 : 40;
  return { id: level, access_level: level, access_level_description: levels[level] };
}
