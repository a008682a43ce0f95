// PUT, POST /users/:id/block and /unblock; POST has the status 201
import { setBlocked } from "../../../services/users/block.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";
import { verbContext } from "../context.ts";
import { refuseForRoot, userIdParam, withUserRecord } from "./with-user-record.ts";

const blocking = (blocked: boolean): Endpoint<typeof userIdParam> =>
  endpoint({
    access: "admin",
    params: userIdParam,
    async handle(call) {
      const { actor, user } = await withUserRecord(call);
      if (blocked) refuseForRoot(user);
      await setBlocked(verbContext(call, actor), user.id, blocked);
      return true;
    },
  });

export const blockUser = blocking(true);
export const unblockUser = blocking(false);
