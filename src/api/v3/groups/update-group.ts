// PUT /groups/:id
import { text } from "../../../http/coerce.ts";
import { invalidRecord, notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { updateGroup as update } from "../../../services/groups/update.ts";
import { endpoint } from "../../endpoint.ts";
import { withGroup } from "../../require.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";
import { presentGroupDetail } from "../presenters/group.ts";
import { groupParams } from "./group-params.ts";

const changeable = { name: optional(text), path: optional(text), ...groupParams };

export const updateGroup = endpoint({
  access: { group: "admin_group" },
  params: { ...idParam, ...changeable },
  rules: { atLeastOneOf: Object.keys(changeable) },
  async handle(call) {
    const { actor, group } = await withGroup(call);
    const outcome = await update(verbContext(call, actor), group, call.params);
    switch (outcome.kind) {
      case "updated":
        return presentGroupDetail(outcome, call.baseUrl);
      case "gone":
        throw notFound("Group");
      case "invalid":
        throw invalidRecord(outcome.errors);
    }
  },
});
