// PUT, POST /users/:id/block and /unblock; POST has the status 201

import { setBlocked } from "../../../services/users/block.ts";
import { endpoint } from "../../endpoint.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentTrue } from "../presenters/plain.ts";
import { refuseForRoot, userIdParam, withUserRecord } from "./with-user-record.ts";

const blocking = (blocked: boolean) =>
  endpoint({
    access: "admin",
    params: userIdParam,
    response: one(presentTrue),
    async handle(call) {
      const { actor, user } = await withUserRecord(call);
      if (blocked) refuseForRoot(user);
      await setBlocked(verbContext(call, actor), user.id, blocked);
      return presentTrue();
    },
  });

export const blockUser = blocking(true);
export const unblockUser = blocking(false);
