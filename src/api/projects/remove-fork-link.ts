// Ends the relation of a fork with its source, in every version of the API.

import type { ForkLinkRow } from "../../db/queries/projects/projects.ts";
import { removeForkLink as remove } from "../../services/projects/fork-link.ts";
import { endpoint, notModified } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { verbContext } from "../verb-context.ts";

/** @param answer the body of the response */
export const removingForkLink = <Body>(response: EndpointResponse<Body>, answer: (link: ForkLinkRow) => unknown) =>
  endpoint({
    access: { project: "remove_fork_project" },
    params: idParam,
    response,
    async handle(call) {
      const { actor, project } = await withProject(call);
      const outcome = await remove(verbContext(call, actor), project.id);
      return respond(outcome, { changed: ({ link }) => answer(link), unchanged: notModified });
    },
  });
