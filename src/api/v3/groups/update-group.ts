// PUT /groups/:id

import { text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { updateGroup as update } from "../../../services/groups/update.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refusals } from "../../refusals.ts";
import { withGroup } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentGroupDetail } from "../presenters/group.ts";
import { getGroup } from "./get-group.ts";
import { groupParams } from "./group-params.ts";

const changeable = { name: optional(text), path: optional(text), ...groupParams };

export const updateGroup = endpoint({
  access: { group: "admin_group" },
  reproduction: { by: getGroup },
  params: { ...idParam, ...changeable },
  rules: { atLeastOneOf: Object.keys(changeable) },
  response: one(presentGroupDetail),
  async handle(call) {
    const { actor, group } = await withGroup(call);
    const outcome = await update(verbContext(call, actor), group, call.params);
    return respond(outcome, {
      ...refusals,
      updated: (detail) => presentGroupDetail(detail, call),
      gone: () => notFound("Group"),
    });
  },
});
