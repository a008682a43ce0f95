// POST /projects/:id/fork/:forked_from_id
import { projectKey } from "../../db/queries/project-row.ts";
import { findProject } from "../../db/queries/projects.ts";
import { idOrPath } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { withProject } from "../../permissions/require.ts";
import { presentForkLink } from "../../presenters/fork-link.ts";
import { linkForkTo } from "../../services/projects/fork-link.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";

export const linkFork = endpoint({
  access: "admin",
  params: { ...idParam, forked_from_id: required(idOrPath) },
  async handle(call) {
    const { actor, project, rows } = await withProject(
      call,
      findProject(call.viewer, projectKey(call.params.forked_from_id)),
    );
    const source = rows[0][0];
    if (source === undefined || source.id === null) throw notFound("Source Project");
    const outcome = await linkForkTo(verbContext(call, actor), project.id, source.id);
    if (outcome.kind === "unchanged") throw conflict("Project already forked");
    return presentForkLink(outcome.link);
  },
});
