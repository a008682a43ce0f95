// Makes a project the fork of another one, in every version of the API.

import type { ForkLinkRow } from "../../db/queries/projects/projects.ts";
import { findProject } from "../../db/queries/projects/projects.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { idOrPath } from "../../http/coerce.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { linkForkTo } from "../../services/projects/fork-link.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { withProject } from "../require.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { verbContext } from "../verb-context.ts";

/** @param answer the body of the response */
export const linkingFork = <Body>(
  response: EndpointResponse<Body>,
  answer: (link: ForkLinkRow, call: Call) => unknown,
) =>
  endpoint({
    access: "admin",
    params: { ...idParam, forked_from_id: required(idOrPath) },
    response,
    async handle(call) {
      const { actor, project, rows } = await withProject(
        call,
        findProject(call.viewer, projectKey(call.params.forked_from_id)),
      );
      const source = rows[0][0];
      if (source === undefined || source.id === null) throw notFound("Source Project");
      const outcome = await linkForkTo(verbContext(call, actor), project.id, source.id);
      return respond(outcome, {
        changed: ({ link }) => answer(link, call),
        unchanged: () => conflict("Project already forked"),
      });
    },
  });
