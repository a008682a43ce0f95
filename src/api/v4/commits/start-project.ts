// The project whose branch or commit a new branch begins at: one of the same fork network.
import { findProject, forkRoot } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import type { IdOrPath } from "../../../http/coerce.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { canDownloadCode } from "../../../permissions/abilities.ts";
import { type Committing, withCommitter } from "../../commits/with-committer.ts";
import type { ProjectCall } from "../../endpoint.ts";

/**
 * The project that is committed to, and the id of the one where the branch begins; null for the same.
 * @throws ApiError 404 for a hidden project, 403 for hidden code and outside of the fork network
 */
export async function withStartProject(
  call: ProjectCall,
  start: IdOrPath | undefined,
): Promise<{ committing: Committing; startProjectId: number | null }> {
  if (start === undefined) return { committing: await withCommitter(call), startProjectId: null };
  const [key, startKey] = [projectKey(call.params.id), projectKey(start)];
  const lookups = [findProject(call.viewer, startKey), forkRoot(key), forkRoot(startKey)] as const;
  const committing = await withCommitter(call, ...lookups);
  const [[found], [root], [startRoot]] = committing.rows;
  if (found === undefined || found.id === null) throw notFound("Project");
  if (!canDownloadCode(found, found)) throw forbidden();
  if (root?.root_id !== startRoot?.root_id) {
    const name = `${found.namespace_name} / ${found.name}`;
    throw forbidden(`Project is not included in the fork network for ${name}`);
  }
  return { committing, startProjectId: found.id === committing.project.id ? null : found.id };
}
