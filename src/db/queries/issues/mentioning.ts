// The merge requests that mention an issue or closed it, which its notes name.
import { type SQL, sql } from "drizzle-orm";
import { readableMergeRequest } from "../../../permissions/visible.ts";

/** The notes of the issue that name a merge request. */
export const namingNotes = (note: string, issueId: SQL): SQL =>
  sql`notes ${sql.raw(note)} indexed by notes_with_reference where ${sql.raw(note)}.target_type = 'Issue'
    and ${sql.raw(note)}.target_id = ${issueId} and ${sql.raw(note)}.reference_id is not null
    and ${sql.raw(note)}.reference_type = 'MergeRequest'`;

/**
 * After `from`: one row for each merge request `xr`, of project `xp` in namespace `xn`, that the viewer may see.
 * @param issueId SQL for its id
 */
export const relatedMergeRequests = (issueId: SQL): SQL =>
  sql`merge_requests xr cross join projects xp on xp.id = xr.project_id
      cross join namespaces xn on xn.id = xp.namespace_id
    where xr.id in (select xf.reference_id from ${namingNotes("xf", issueId)}) and ${readableMergeRequest("xr", "xp", "xn")}`;
