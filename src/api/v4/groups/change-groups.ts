// POST /groups, PUT and DELETE of one

import { boolean, nothing, text } from "../../../http/coerce.ts";
import { optional, required, sentAs } from "../../../http/params.ts";
import { deleteGroup as remove } from "../../../services/groups/delete.ts";
import { endpoint, Reply } from "../../endpoint.ts";
import { creatingGroup } from "../../groups/create-group.ts";
import { transferringProject } from "../../groups/transfer-project.ts";
import { updatingGroup } from "../../groups/update-group.ts";
import { idParam } from "../../id-param.ts";
import { withGroup } from "../../require.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentGroupAlone, presentGroupDetail } from "../presenters/group.ts";
import { presentMessage } from "../presenters/server.ts";
import { visibility } from "../visibility.ts";
import { getGroup } from "./read-groups.ts";

const params = {
  description: optional(text),
  visibility_level: sentAs(optional(visibility), "visibility"),
  lfs_enabled: optional(boolean),
  request_access_enabled: optional(boolean),
  parent_id: optional(nothing("is not supported: groups do not nest")),
};

export const createGroup = creatingGroup(
  { name: required(text), path: required(text), ...params },
  presentGroupAlone,
  getGroup,
);

export const updateGroup = updatingGroup(
  { name: optional(text), path: optional(text), ...params },
  presentGroupDetail,
  getGroup,
);

export const deleteGroup = endpoint({
  access: { group: "admin_group" },
  params: idParam,
  response: one(presentMessage, 202),
  async handle(call) {
    const { actor, group } = await withGroup(call);
    await remove(verbContext(call, actor), group.id);
    return new Reply(202, presentMessage("202 Accepted"));
  },
});

export const transferProject = transferringProject(presentGroupDetail);
