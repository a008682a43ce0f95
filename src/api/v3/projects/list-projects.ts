// GET /projects, /projects/visible, /owned, /starred, /all and /projects/search/:query

import type { ProjectScope } from "../../../db/queries/projects/list-scopes.ts";
import { boolean, text } from "../../../http/coerce.ts";
import { required, withDefault } from "../../../http/params.ts";
import { type Access, endpoint } from "../../endpoint.ts";
import { paged } from "../../response.ts";
import { presentListedProject, presentProject, presentSimpleProject } from "../presenters/project.ts";
import { type PresentListed, projectListParams, serveProjectList } from "./project-list.ts";

const listOf = <P extends PresentListed>(scope: ProjectScope, access: Access, present: P) =>
  endpoint({
    access,
    params: projectListParams,
    response: paged(presentSimpleProject, present),
    handle: async (call) => (await serveProjectList(call, { scope }, present)).reply,
  });

const statisticsListParams = { ...projectListParams, statistics: withDefault(boolean, false) };

/** Lists with the parameter `statistics`. */
const statisticsListOf = (scope: ProjectScope, access: Access) =>
  endpoint({
    access,
    params: statisticsListParams,
    response: paged(presentSimpleProject, presentListedProject),
    handle: async (call) => {
      const { statistics } = call.params;
      return (await serveProjectList(call, { scope, statistics }, presentListedProject)).reply;
    },
  });

export const listProjects = listOf("authorized", "user", presentListedProject);
export const listVisibleProjects = listOf("visible", "visible", presentListedProject);
export const listOwnedProjects = statisticsListOf("owned", "user");
export const listStarredProjects = listOf("starred", "user", presentProject);
export const listAllProjects = statisticsListOf("all", "admin");

export const searchProjects = endpoint({
  access: "visible",
  params: { ...projectListParams, query: required(text) },
  response: paged(presentSimpleProject, presentProject),
  async handle(call) {
    const search = call.params.query ?? "";
    return (await serveProjectList(call, { scope: "visible", search }, presentProject)).reply;
  },
});
