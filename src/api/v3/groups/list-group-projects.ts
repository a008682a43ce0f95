// GET /groups/:id/projects

import { groupKey } from "../../../db/queries/groups/row.ts";
import { notFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { paged } from "../../response.ts";
import { presentProject, presentSimpleProject } from "../presenters/project.ts";
import { projectListParams, serveProjectList } from "../projects/project-list.ts";

export const listGroupProjects = endpoint({
  access: { group: "read_group" },
  params: { ...idParam, ...projectListParams },
  response: paged(presentSimpleProject, presentProject),
  async handle(call) {
    const { viewerRow, reply } = await serveProjectList(
      call,
      { scope: "group", group: groupKey(call.params.id) },
      presentProject,
    );
    if (viewerRow.named_id === null) throw notFound("Group");
    return reply;
  },
});
