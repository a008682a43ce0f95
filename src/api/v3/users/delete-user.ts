// DELETE /users/:id

import { conflict } from "../../../http/errors.ts";
import { deleteUser as remove } from "../../../services/users/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentUserPublic } from "../presenters/user.ts";
import { refuseForRoot, userIdParam, withUserRecord } from "./with-user-record.ts";

export const deleteUser = endpoint({
  access: "admin",
  params: userIdParam,
  response: one(presentUserPublic, 409),
  async handle(call) {
    const { actor, user } = await withUserRecord(call);
    refuseForRoot(user);
    const outcome = await remove(verbContext(call, actor), user.id);
    return respond(outcome, {
      deleted: () => presentUserPublic(user, call),
      last_owner: () => conflict("User is the only owner of a group"),
    });
  },
});
