// DELETE /groups/:id

import { listProjectsOfGroup, listProjectsSharedWithGroup } from "../../../db/queries/groups/groups.ts";
import { groupKey } from "../../../db/queries/groups/row.ts";
import { deleteGroup as remove } from "../../../services/groups/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withGroup } from "../../require.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentGroupDetail } from "../presenters/group.ts";

export const deleteGroup = endpoint({
  access: { group: "admin_group" },
  params: idParam,
  response: one(presentGroupDetail),
  async handle(call) {
    const key = groupKey(call.params.id);
    const { actor, group, rows } = await withGroup(
      call,
      listProjectsOfGroup(call.viewer, key),
      listProjectsSharedWithGroup(call.viewer, key),
    );
    await remove(verbContext(call, actor), group.id);
    return presentGroupDetail({ group, projects: rows[0], sharedProjects: rows[1] }, call);
  },
});
