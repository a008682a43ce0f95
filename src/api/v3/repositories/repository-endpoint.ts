// What all endpoints of a project's repository have in common: they say 404 of the project and 403 of its code before
// anything is wrong with their parameters, and find the repository's own object.
import type { Rows } from "../../../db/database.ts";
import { findProject } from "../../../db/queries/projects/projects.ts";
import { type ProjectRow, projectKey } from "../../../db/queries/projects/row.ts";
import type { ViewerRow } from "../../../db/queries/viewer/viewer.ts";
import type { Statement } from "../../../db/statement.ts";
import type { RepositoryClient } from "../../../durable-objects/repositories.ts";
import type { Pusher } from "../../../git/repository/update-refs.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import type { Params } from "../../../http/params.ts";
import { actingLevel, canDownloadCode, canOnProject } from "../../../permissions/abilities.ts";
import { type Endpoint, endpoint, type ProjectCall } from "../../endpoint.ts";
import { type Actor, admitUser, withViewerRow } from "../../require.ts";
import { idParam } from "../id-param.ts";

/** `visible_code` is open to the anonymous on public projects. */
export type RepositoryAccess = "visible_code" | { readonly project: "download_code" | "push_code" | "admin_project" };

interface RepositoryEndpoint<P extends Params> extends Omit<Endpoint<typeof idParam & P>, "access" | "lookupFirst"> {
  readonly access: RepositoryAccess;
}

/** @param definition without `:id`, which all of them have */
export const repositoryEndpoint = <P extends Params>(
  definition: Omit<RepositoryEndpoint<P>, "params"> & { readonly params: P },
): Endpoint<typeof idParam & P> =>
  endpoint<typeof idParam & P>({
    ...definition,
    params: { ...idParam, ...definition.params },
    lookupFirst: withRepository,
  });

export interface OpenRepository<S extends readonly Statement[]> {
  readonly project: ProjectRow & ViewerRow;
  readonly repository: RepositoryClient;
  readonly rows: Rows<S>;
}

/** The project named by `:id` and its repository, as far as the endpoint's access lets the viewer in. */
export async function withRepository<const S extends readonly Statement[]>(
  call: ProjectCall,
  ...also: S
): Promise<OpenRepository<S>> {
  const { viewerRow, rows } = await withViewerRow(call, findProject(call.viewer, projectKey(call.params.id)), ...also);
  if (viewerRow.id === null) throw notFound("Project");
  const { access } = call;
  const ability = typeof access === "object" && "project" in access ? access.project : "download_code";
  const may =
    ability === "download_code"
      ? canDownloadCode(viewerRow, viewerRow)
      : canOnProject(viewerRow, ability, viewerRow.access_level);
  // An archived project is there to be read.
  if (!may || (ability === "push_code" && viewerRow.archived === 1)) throw forbidden();
  return { project: viewerRow, repository: call.repositories.open(viewerRow.id), rows };
}

/** As {@link withRepository}, with whoever writes to it. */
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
