// GET /groups/:id
import { groupKey } from "../../db/queries/group-row.ts";
import { listProjectsOfGroup, listProjectsSharedWithGroup } from "../../db/queries/groups.ts";
import { endpoint } from "../../http/endpoint.ts";
import { withGroup } from "../../permissions/require.ts";
import { presentGroupDetail } from "../../presenters/group.ts";
import { idParam } from "../id-param.ts";

export const getGroup = endpoint({
  access: { group: "read_group" },
  params: idParam,
  async handle(call) {
    const key = groupKey(call.params.id);
    const { group, rows } = await withGroup(
      call,
      listProjectsOfGroup(call.viewer, key),
      listProjectsSharedWithGroup(call.viewer, key),
    );
    return presentGroupDetail({ group, projects: rows[0], sharedProjects: rows[1] }, call.baseUrl);
  },
});
