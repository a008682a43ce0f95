// Blocks and unblocks a user, in every version of the API.

import { setBlocked } from "../../services/users/block.ts";
import { endpoint } from "../endpoint.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { refuseForRoot, userIdParam, withUserRecord } from "./with-user-record.ts";

export const blockingUser = <Body>(blocked: boolean, present: () => Body) =>
  endpoint({
    access: "admin",
    params: userIdParam,
    response: one(present),
    async handle(call) {
      const { actor, user } = await withUserRecord(call);
      if (blocked) refuseForRoot(user);
      await setBlocked(verbContext(call, actor), user.id, blocked);
      return present();
    },
  });
