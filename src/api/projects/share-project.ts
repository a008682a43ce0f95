// Shares a project with a group, in every version of the API.

import { findGroup } from "../../db/queries/groups/groups.ts";
import type { ShareRow } from "../../db/queries/projects/projects.ts";
import { date, integer, oneOfIntegers } from "../../http/coerce.ts";
import { badRequest, conflict, notFound } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { shareProject as share } from "../../services/projects/share.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";

export const sharingProject = <Body>(present: (share: ShareRow) => Body) =>
  endpoint({
    access: { project: "admin_project" },
    params: {
      ...idParam,
      group_id: required(integer),
      group_access: required(oneOfIntegers(10, 20, 30, 40)),
      expires_at: optional(date),
    },
    response: one(present, 409),
    async handle(call) {
      const { group_id, group_access, expires_at } = call.params;
      const { actor, project, rows } = await withProject(
        call,
        findGroup(call.viewer, { group_id: group_id ?? 0, group_path: null }),
      );
      const group = rows[0][0];
      if (group === undefined || group.id === null) throw notFound("Group");
      if (project.namespace_share_with_group_lock === 1) throw badRequest("The project sharing with group is disabled");
      if (group.id === project.namespace_id) {
        throw conflict("Project cannot be shared with the group it is in or one of its ancestors.");
      }
      const outcome = await share(verbContext(call, actor), {
        projectId: project.id,
        groupId: group.id,
        access: group_access,
        expiresAt: expires_at ?? null,
      });
      return respond(outcome, {
        shared: (result) => present(result.share),
        shared_already: () => conflict("Group already shared with this group"),
        gone: () => notFound("Group"),
      });
    },
  });
