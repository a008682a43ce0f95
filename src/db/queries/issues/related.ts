// The merge requests that mention an issue, which the cross-references among its notes name.
import { type SQL, sql } from "drizzle-orm";
import { readableMergeRequest } from "../../../permissions/visible.ts";

/**
 * `from` and `where`: one row for each merge request `xr`, of project `xp` in namespace `xn`, that the viewer may see.
 * @param issueId SQL for its id
 */
export const mentioningMergeRequests = (issueId: SQL): SQL =>
  sql`from notes xf indexed by notes_with_reference cross join merge_requests xr on xr.id = xf.reference_id
      cross join projects xp on xp.id = xr.project_id cross join namespaces xn on xn.id = xp.namespace_id
    where xf.target_type = 'Issue' and xf.target_id = ${issueId} and xf.reference_id is not null
      and xf.reference_type = 'MergeRequest' and xf.cross_reference = 1 and ${readableMergeRequest("xr", "xp", "xn")}`;
