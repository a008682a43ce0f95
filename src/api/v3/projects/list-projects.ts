// GET /projects, /projects/visible, /owned, /starred, /all and /projects/search/:query
import type { ProjectScope } from "../../../db/queries/projects/lists.ts";
import { boolean, text } from "../../../http/coerce.ts";
import { required, withDefault } from "../../../http/params.ts";
import { type Access, type Endpoint, endpoint } from "../../endpoint.ts";
import { presentForList, presentForViewer, projectListParams, serveProjectList } from "./project-list.ts";

const listOf = (
  scope: ProjectScope,
  access: Access,
  present: typeof presentForList = presentForViewer,
): Endpoint<typeof projectListParams> =>
  endpoint({
    access,
    params: projectListParams,
    handle: async (call) => (await serveProjectList(call, { scope }, present)).reply,
  });

const countedListParams = { ...projectListParams, statistics: withDefault(boolean, false) };

/** Those lists tell how large each project is, if they are asked to. */
const countedListOf = (scope: ProjectScope, access: Access): Endpoint<typeof countedListParams> =>
  endpoint({
    access,
    params: countedListParams,
    handle: async (call) => {
      const { statistics } = call.params;
      return (await serveProjectList(call, { scope, statistics }, presentForViewer)).reply;
    },
  });

export const listProjects = listOf("authorized", "user");
export const listVisibleProjects = listOf("visible", "visible");
export const listOwnedProjects = countedListOf("owned", "user");
export const listStarredProjects = listOf("starred", "user", presentForList);
export const listAllProjects = countedListOf("all", "admin");

export const searchProjects = endpoint({
  access: "visible",
  params: { ...projectListParams, query: required(text) },
  async handle(call) {
    const search = call.params.query ?? "";
    return (await serveProjectList(call, { scope: "visible", search }, presentForList)).reply;
  },
});
