// DELETE /projects/:id/share/:group_id, in every version of the API.

import { integer } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { unshareProject as unshare } from "../../services/projects/share.ts";
import { endpoint, noContent } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import { empty } from "../response.ts";
import { verbContext } from "../verb-context.ts";

export const unshareProject = endpoint({
  access: { project: "admin_project" },
  params: { ...idParam, group_id: required(integer) },
  response: empty(204),
  async handle(call) {
    const { actor, project } = await withProject(call);
    const outcome = await unshare(verbContext(call, actor), project.id, call.params.group_id ?? 0);
    return respond(outcome, { unshared: noContent, not_shared: () => notFound("Group Link") });
  },
});
