// The link between a fork and its source. It never changes: `updated_at` is the time of its creation.
import type { ForkLinkRow } from "../../../db/queries/projects/projects.ts";

export const presentForkLink = (link: ForkLinkRow) => ({
  id: link.id,
  forked_to_project_id: link.project_id,
  forked_from_project_id: link.source_id,
  created_at: link.created_at,
  updated_at: link.created_at,
});
