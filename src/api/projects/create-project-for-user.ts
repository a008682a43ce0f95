// Creates a project in a user's namespace, in every version of the API.

import { findUserWithNamespace } from "../../db/queries/users/users.ts";
import { integer, text } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { createProject as create } from "../../services/projects/create.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { addressRules } from "../hooks/address-rules.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withUser } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { ProjectForViewer } from "./project-for-viewer.ts";
import { creationRefusals, type GivenInOneVersion, projectParams } from "./project-params.ts";

export const projectForUserParams = {
  name: required(text),
  user_id: required(integer),
  path: optional(text),
  import_url: optional(text),
  ...projectParams,
};

/** @param getProject shows the created project again */
export const creatingProjectForUser = <Body>(
  params: Omit<typeof projectForUserParams, "public"> & Pick<GivenInOneVersion, "public" | "topics">,
  present: PresentRow<ProjectForViewer, Body>,
  getProject: Endpoint,
) =>
  endpoint({
    access: "admin",
    reproduction: { by: getProject, idParam: "id" },
    params,
    response: one(present),
    async handle(call) {
      const { actor, rows } = await withUser(call, findUserWithNamespace(call.params.user_id ?? 0));
      const owner = rows[0][0];
      if (owner === undefined) throw notFound("User");
      const namespace = {
        id: owner.namespace_id,
        path: owner.namespace_path,
        kind: "user",
        visibility_level: 20,
      } as const;
      const outcome = await create(verbContext(call, actor), namespace, owner.id, call.params, addressRules(call));
      return respond(outcome, {
        ...creationRefusals,
        created: ({ project }) => present({ project, isAdmin: true }, call),
      });
    },
  });
