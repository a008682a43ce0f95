// GET /groups/:id

import { listProjectsOfGroup, listProjectsSharedWithGroup } from "../../../db/queries/groups/groups.ts";
import { groupKey } from "../../../db/queries/groups/row.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withGroup } from "../../require.ts";
import { one } from "../../response.ts";
import { presentGroupDetail } from "../presenters/group.ts";

export const getGroup = endpoint({
  access: { group: "read_group" },
  params: idParam,
  response: one(presentGroupDetail),
  async handle(call) {
    const key = groupKey(call.params.id);
    const { group, rows } = await withGroup(
      call,
      listProjectsOfGroup(call.viewer, key),
      listProjectsSharedWithGroup(call.viewer, key),
    );
    return presentGroupDetail({ group, projects: rows[0], sharedProjects: rows[1] }, call);
  },
});
