// Moves a project into a group, in every version of the API.

import { findGroup } from "../../db/queries/groups/groups.ts";
import { type GroupKey, type GroupRow, groupKey } from "../../db/queries/groups/row.ts";
import { findProject } from "../../db/queries/projects/projects.ts";
import { type ProjectKey, type ProjectRow, projectKey } from "../../db/queries/projects/row.ts";
import { idOrPath } from "../../http/coerce.ts";
import { failedTo, notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { transferProject as transfer } from "../../services/projects/transfer.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { type Actor, admitUser, withViewerRow } from "../require.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { GroupDetail } from "./group-detail.ts";

/** For administrators. */
export const transferringProject = <Body>(present: PresentRow<GroupDetail, Body>) =>
  endpoint({
    access: "admin",
    params: { ...idParam, project_id: required(idOrPath) },
    response: one(present),
    async handle(call) {
      const key = projectKey(call.params.project_id);
      return present((await moveIntoGroup(call, groupKey(call.params.id), key)).detail, call);
    },
  });

interface Moved {
  readonly project: ProjectRow;
  readonly detail: GroupDetail;
}

/** @param admit throws the refusal if the viewer may not move the project into the group */
export async function moveIntoGroup(
  call: Call,
  into: GroupKey,
  moved: ProjectKey,
  admit: (actor: Actor, project: ProjectRow, group: GroupRow) => void = () => undefined,
): Promise<Moved> {
  const { viewerRow: group, rows } = await withViewerRow(
    call,
    findGroup(call.viewer, into),
    findProject(call.viewer, moved),
  );
  const actor = admitUser(call, group);
  const project = rows[0][0];
  if (group.id === null) throw notFound("Group");
  if (project === undefined || project.id === null) throw notFound("Project");
  admit(actor, project, group);
  const outcome = await transfer(verbContext(call, actor), project, group);
  switch (outcome.kind) {
    case "transferred":
      return { project, detail: outcome };
    case "gone":
      throw notFound("Group");
    case "invalid":
      throw failedTo("transfer project", outcome.errors);
  }
}
