// DELETE /users/:id

import { conflict } from "../../../http/errors.ts";
import { deleteUser as remove } from "../../../services/users/delete.ts";
import { endpoint } from "../../endpoint.ts";
import { verbContext } from "../context.ts";
import { presentUserPublic } from "../presenters/user.ts";
import { refuseForRoot, userIdParam, withUserRecord } from "./with-user-record.ts";

export const deleteUser = endpoint({
  access: "admin",
  params: userIdParam,
  async handle(call) {
    const { actor, user } = await withUserRecord(call);
    refuseForRoot(user);
    const outcome = await remove(verbContext(call, actor), user.id);
    if (outcome.kind === "last_owner") throw conflict("User is the only owner of a group");
    return presentUserPublic(user, call.baseUrl);
  },
});
