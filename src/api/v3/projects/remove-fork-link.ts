// DELETE /projects/:id/fork

import { removeForkLink as remove } from "../../../services/projects/fork-link.ts";
import { endpoint, notModified } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentForkLink } from "../presenters/fork-link.ts";

export const removeForkLink = endpoint({
  access: { project: "remove_fork_project" },
  params: idParam,
  response: one(presentForkLink, 304),
  async handle(call) {
    const { actor, project } = await withProject(call);
    const outcome = await remove(verbContext(call, actor), project.id);
    return respond(outcome, { changed: ({ link }) => presentForkLink(link), unchanged: notModified });
  },
});
