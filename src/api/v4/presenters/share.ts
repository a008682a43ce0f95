// Shares of projects with groups.
import type { ShareRow } from "../../../db/queries/projects/projects.ts";

export const presentShare = ({ id, project_id, group_id, group_access, expires_at }: ShareRow) => ({
  id,
  project_id,
  group_id,
  group_access,
  expires_at,
});
