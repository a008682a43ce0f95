// The base of endpoints of a project's repository. They refuse a hidden project (404) and hidden code (403) before
// invalid parameters (400), and reach the repository's Durable Object.
import type { Rows } from "../../db/database.ts";
import { findProject } from "../../db/queries/projects/projects.ts";
import { type ProjectRow, projectKey } from "../../db/queries/projects/row.ts";
import type { ViewerRow } from "../../db/queries/viewer/viewer.ts";
import type { Statement } from "../../db/statement.ts";
import type { RepositoryClient } from "../../durable-objects/repositories.ts";
import type { Pusher } from "../../git/repository/update-refs.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import type { Params } from "../../http/params.ts";
import { actingLevel, canDownloadCode, canOnProject, isBeingImported } from "../../permissions/abilities.ts";
import { type Endpoint, endpoint, type ProjectCall } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { type Actor, admitUser, withViewerRow } from "../require.ts";

/** `visible_code` is open to the anonymous on public projects. */
export type RepositoryAccess = "visible_code" | { readonly project: "download_code" | "push_code" | "admin_project" };

interface RepositoryEndpoint<P extends Params, Body>
  extends Omit<Endpoint<typeof idParam & P, Body>, "access" | "lookupFirst"> {
  readonly access: RepositoryAccess;
}

/** @param definition without the parameter `:id`, which is added */
export const repositoryEndpoint = <P extends Params, Body>(
  definition: Omit<RepositoryEndpoint<P, Body>, "params"> & { readonly params: P },
): Endpoint<typeof idParam & P, Body> =>
  endpoint<typeof idParam & P, Body>({
    ...definition,
    params: { ...idParam, ...definition.params },
    lookupFirst: withRepository,
  });

export interface OpenRepository<S extends readonly Statement[]> {
  readonly project: ProjectRow & ViewerRow;
  readonly repository: RepositoryClient;
  readonly rows: Rows<S>;
}

/** The project named by `:id` and its repository, if the endpoint's access rule admits the viewer. */
export async function withRepository<const S extends readonly Statement[]>(
  call: ProjectCall,
  ...also: S
): Promise<OpenRepository<S>> {
  const { viewerRow, rows } = await withViewerRow(call, findProject(call.viewer, projectKey(call.params.id)), ...also);
  if (viewerRow.id === null) throw notFound("Project");
  const { access } = call;
  const ability = typeof access === "object" && "project" in access ? access.project : "download_code";
  const isAllowed =
    ability === "download_code"
      ? canDownloadCode(viewerRow, viewerRow)
      : canOnProject(viewerRow, ability, viewerRow.access_level);
  const isReadOnly = viewerRow.archived === 1 || isBeingImported(viewerRow);
  if (!isAllowed || (ability === "push_code" && isReadOnly)) throw forbidden();
  return { project: viewerRow, repository: call.repositories.open(viewerRow.id), rows };
}

/** As {@link withRepository}, with the viewer as the pusher. */
export async function withPusher<const S extends readonly Statement[]>(
  call: ProjectCall,
  ...also: S
): Promise<OpenRepository<S> & { readonly actor: Actor; readonly pusher: Pusher }> {
  const { project, ...open } = await withRepository(call, ...also);
  const actor = admitUser(call, project);
  return {
    ...open,
    project,
    actor,
    pusher: { userId: actor.viewer_id, level: actingLevel(project, project.access_level) },
  };
}
