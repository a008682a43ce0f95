// The merge requests that a push to some branches is shown: open ones from them, and the project that takes new ones.
import { sql } from "drizzle-orm";
import {
  projectLevel,
  readableMergeRequest,
  type ViewerKey,
  viewerCte,
  visibleProject,
} from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";

const columns = {
  branch: sql<string>`pushed.value`,
  project_path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  merge_requests_enabled: sql<Flag>`p.merge_requests_enabled`,
  viewer_admin: sql<Flag>`viewer_admin`,
  access_level: projectLevel("p", "n"),
  /** The project that this one is forked from, if it takes merge requests and the viewer sees it. */
  parent_id: sql<number | null>`case when s.archived = 0 and s.merge_requests_enabled = 1
    and ${visibleProject("s", "sn")} then s.id end`,
  /** JSON array of `group/project/merge_requests/1`: open ones from the branch that the viewer sees, newest first. */
  open: sql<string>`(select json_group_array(place) from (
    select tn.path || '/' || t.path || '/merge_requests/' || r.iid as place
    from merge_requests r join projects t on t.id = r.project_id join namespaces tn on tn.id = t.namespace_id
    where r.source_project_id = p.id and r.source_branch = pushed.value and r.state in ('opened', 'reopened')
      and ${readableMergeRequest("r", "t", "tn")}
    order by r.id desc limit 3))`,
};

const template = selectWith(
  [viewerCte],
  columns,
  sql`from viewer cross join projects p cross join namespaces n on n.id = p.namespace_id
    left join projects s on s.id = p.forked_from_id left join namespaces sn on sn.id = s.namespace_id
    cross join json_each(${sql.placeholder("branches")}) pushed
    where p.id = ${sql.placeholder("project_id")} order by pushed.key`,
);

export type BranchLinks = RowOf<typeof columns>;

/** One row for each branch, in the given order; none if the project is gone. */
export const findBranchLinks = (
  viewer: ViewerKey,
  projectId: number,
  branches: readonly string[],
): Statement<BranchLinks> => template.with({ ...viewer, project_id: projectId, branches: JSON.stringify(branches) });
