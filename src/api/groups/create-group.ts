// Creates a group, in every version of the API.
import type { GroupRow } from "../../db/queries/groups/row.ts";
import { findCurrentUser } from "../../db/queries/users/users.ts";
import { text } from "../../http/coerce.ts";
import { failedTo, forbidden } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { createGroup as create } from "../../services/groups/create.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { groupParams } from "./group-params.ts";

export const newGroupParams = { name: required(text), path: required(text), ...groupParams };

/** @param getGroup shows the created group again */
export const creatingGroup = <Body>(
  params: typeof newGroupParams,
  present: PresentRow<GroupRow, Body>,
  getGroup: Endpoint,
) =>
  endpoint({
    access: "user",
    reproduction: { by: getGroup, idParam: "id" },
    params,
    response: one(present),
    async handle(call) {
      const { viewerRow } = await withViewerRow(call, findCurrentUser(call.viewer));
      const actor = admitUser(call, viewerRow);
      if (viewerRow.id === null || viewerRow.can_create_group === 0) throw forbidden();
      const { name, path } = call.params;
      const outcome = await create(verbContext(call, actor), { ...call.params, name: name ?? "", path: path ?? "" });
      return respond(outcome, {
        created: ({ group }) => present(group, call),
        invalid: ({ errors }) => failedTo("save group", errors),
      });
    },
  });
