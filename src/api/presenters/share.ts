// Shares of projects with groups.
import type { ShareRow } from "../../db/queries/projects/projects.ts";

export const presentShare = (share: ShareRow) => ({
  id: share.id,
  project_id: share.project_id,
  group_id: share.group_id,
  group_access: share.group_access,
  expires_at: share.expires_at,
});
