// POST /groups

import { findCurrentUser } from "../../../db/queries/users/users.ts";
import { text } from "../../../http/coerce.ts";
import { failedTo, forbidden } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { createGroup as create } from "../../../services/groups/create.ts";
import { endpoint } from "../../endpoint.ts";
import { admitUser, withViewerRow } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentGroup } from "../presenters/group.ts";
import { getGroup } from "./get-group.ts";
import { groupParams } from "./group-params.ts";

export const createGroup = endpoint({
  access: "user",
  reproduction: { by: getGroup, idParam: "id" },
  params: { name: required(text), path: required(text), ...groupParams },
  response: one(presentGroup),
  async handle(call) {
    const { viewerRow } = await withViewerRow(call, findCurrentUser(call.viewer));
    const actor = admitUser(call, viewerRow);
    if (viewerRow.id === null || viewerRow.can_create_group === 0) throw forbidden();
    const { name, path } = call.params;
    const outcome = await create(verbContext(call, actor), { ...call.params, name: name ?? "", path: path ?? "" });
    return respond(outcome, {
      created: ({ group }) => presentGroup(group, call),
      invalid: ({ errors }) => failedTo("save group", errors),
    });
  },
});
