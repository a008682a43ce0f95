// POST /groups/:id/projects/:project_id, also with the slash of the project's path unencoded

import { findGroup } from "../../../db/queries/groups/groups.ts";
import type { GroupKey } from "../../../db/queries/groups/row.ts";
import { groupKey } from "../../../db/queries/groups/row.ts";
import { findProject } from "../../../db/queries/projects/projects.ts";
import { type ProjectKey, projectKey } from "../../../db/queries/projects/row.ts";
import { idOrPath, text } from "../../../http/coerce.ts";
import { failedTo, notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { transferProject as transfer } from "../../../services/projects/transfer.ts";
import { type Call, endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentGroupDetail } from "../presenters/group.ts";

export const transferProject = endpoint({
  access: "admin",
  params: { ...idParam, project_id: required(idOrPath) },
  response: one(presentGroupDetail),
  handle: (call) => moveIntoGroup(call, groupKey(call.params.id), projectKey(call.params.project_id)),
});

export const transferProjectByPath = endpoint({
  access: "admin",
  params: { ...idParam, project_namespace: required(text), project_path: required(text) },
  response: one(presentGroupDetail),
  handle: (call) => moveIntoGroup(call, groupKey(call.params.id), { project_id: null, ...call.params }),
});

async function moveIntoGroup(call: Call, into: GroupKey, moved: ProjectKey) {
  const { viewerRow: group, rows } = await withViewerRow(
    call,
    findGroup(call.viewer, into),
    findProject(call.viewer, moved),
  );
  const actor = admitUser(call, group);
  const project = rows[0][0];
  if (group.id === null) throw notFound("Group");
  if (project === undefined || project.id === null) throw notFound("Project");
  const outcome = await transfer(verbContext(call, actor), project, group);
  return respond(outcome, {
    transferred: (detail) => presentGroupDetail(detail, call),
    gone: () => notFound("Group"),
    invalid: ({ errors }) => failedTo("transfer project", errors),
  });
}
