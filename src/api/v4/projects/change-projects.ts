// POST /projects, PUT and DELETE of one, POST /projects/:id/fork

import { boolean, integer, text } from "../../../http/coerce.ts";
import { optional, required, sentAs, withDefault } from "../../../http/params.ts";
import { deleteProject as remove } from "../../../services/projects/delete.ts";
import { endpoint, Reply } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { creatingProject } from "../../projects/create-project.ts";
import { creatingProjectForUser } from "../../projects/create-project-for-user.ts";
import { forkAttributeParams, forkingProject, forkParams } from "../../projects/fork-project.ts";
import { updatingProject } from "../../projects/update-project.ts";
import { withProject } from "../../require.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentReadProject } from "../presenters/project.ts";
import { presentMessage } from "../presenters/server.ts";
import { visibility } from "../visibility.ts";
import { projectParamsOfV4 } from "./project-params.ts";
import { getProject } from "./read-projects.ts";

const names = { name: optional(text), path: optional(text) };

export const createProject = creatingProject(
  {
    ...names,
    namespace_id: optional(integer),
    import_url: optional(text),
    initialize_with_readme: withDefault<boolean>(boolean, false),
    default_branch: optional(text),
    ...projectParamsOfV4,
  },
  presentReadProject,
  getProject,
);

/** For administrators. */
export const createProjectForUser = creatingProjectForUser(
  {
    user_id: required(integer),
    name: required(text),
    path: optional(text),
    import_url: optional(text),
    ...projectParamsOfV4,
  },
  presentReadProject,
  getProject,
);

const changeable = { ...names, default_branch: optional(text), ...projectParamsOfV4 };

export const updateProject = updatingProject(changeable, [], presentReadProject, getProject);

export const deleteProject = endpoint({
  access: { project: "remove_project" },
  params: idParam,
  response: one(presentMessage, 202),
  async handle(call) {
    const { actor, project } = await withProject(call);
    await remove(verbContext(call, actor), project.id);
    return new Reply(202, presentMessage("202 Accepted"));
  },
});

export const forkProject = forkingProject(
  {
    ...forkParams,
    namespace: sentAs(forkParams.namespace, "namespace_id", "namespace_path", "namespace"),
    ...forkAttributeParams,
    visibility_level: sentAs(optional<0 | 10 | 20>(visibility), "visibility"),
  },
  presentReadProject,
  getProject,
);
