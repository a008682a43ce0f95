// POST /groups/:id/projects/:project_id, also with the slash of the project's path unencoded

import { groupKey } from "../../../db/queries/groups/row.ts";
import { text } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { moveIntoGroup, transferringProject } from "../../groups/transfer-project.ts";
import { idParam } from "../../id-param.ts";
import { one } from "../../response.ts";
import { presentGroupDetail } from "../presenters/group.ts";

export const transferProject = transferringProject(presentGroupDetail);

export const transferProjectByPath = endpoint({
  access: "admin",
  params: { ...idParam, project_namespace: required(text), project_path: required(text) },
  response: one(presentGroupDetail),
  async handle(call) {
    const key = { project_id: null, ...call.params };
    return presentGroupDetail((await moveIntoGroup(call, groupKey(call.params.id), key)).detail, call);
  },
});
