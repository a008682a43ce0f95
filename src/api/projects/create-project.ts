// Creates a project, in every version of the API.
import { findTargetNamespace } from "../../db/queries/groups/namespaces.ts";
import { findCurrentUser } from "../../db/queries/users/users.ts";
import { integer, text } from "../../http/coerce.ts";
import { invalidRecord } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { canCreateProjects } from "../../permissions/abilities.ts";
import { addReadme } from "../../services/projects/add-readme.ts";
import { createProject as create } from "../../services/projects/create.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { addressRules } from "../hooks/address-rules.ts";
import type { PresentRow } from "../presenter-context.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { ProjectForViewer } from "./project-for-viewer.ts";
import { creationRefusals, type GivenInOneVersion, projectParams } from "./project-params.ts";

export const newProjectParams = {
  name: optional(text),
  path: optional(text),
  namespace_id: optional(integer),
  import_url: optional(text),
  ...projectParams,
};

/** @param getProject shows the created project again */
export const creatingProject = <Body>(
  params: Omit<typeof newProjectParams, "public"> & GivenInOneVersion,
  present: PresentRow<ProjectForViewer, Body>,
  getProject: Endpoint,
) =>
  endpoint({
    access: "user",
    reproduction: { by: getProject, idParam: "id" },
    params,
    rules: { atLeastOneOf: ["name", "path"] },
    response: one(present),
    async handle(call) {
      const { namespace_id, initialize_with_readme: isInitialized = false } = call.params;
      const { viewerRow, rows } = await withViewerRow(
        call,
        findTargetNamespace(call.viewer, namespace_id ?? null, null),
        ...(isInitialized ? [findCurrentUser(call.viewer)] : []),
      );
      const actor = admitUser(call, viewerRow);
      if (viewerRow.id === null || !canCreateProjects(actor, viewerRow))
        throw invalidRecord({ namespace: ["is not valid"] });
      const context = verbContext(call, actor);
      const outcome = await create(context, viewerRow, actor.viewer_id, call.params, addressRules(call));
      return respond(outcome, {
        ...creationRefusals,
        created: async ({ project }) => {
          const [[creator] = []] = rows;
          const made =
            creator === undefined || creator.id === null
              ? project
              : await addReadme(context, project, call.params.default_branch ?? "", creator);
          return present({ project: made, isAdmin: actor.viewer_admin === 1 }, call);
        },
      });
    },
  });
