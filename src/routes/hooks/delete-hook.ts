// DELETE /projects/:id/hooks/:hook_id
import { endpoint } from "../../http/endpoint.ts";
import { recordNotFound } from "../../http/errors.ts";
import { presentHook } from "../../presenters/hook.ts";
import { deleteHook as remove } from "../../services/hooks/delete.ts";
import { verbContext } from "../context.ts";
import { hookIdParams } from "./hook-params.ts";
import { withHook } from "./with-hook.ts";

export const deleteHook = endpoint({
  access: { project: "admin_project" },
  params: hookIdParams,
  async handle(call) {
    const { actor, hook } = await withHook(call);
    const outcome = await remove(verbContext(call, actor), hook);
    switch (outcome.kind) {
      case "deleted":
        return presentHook(hook);
      case "gone":
        throw recordNotFound();
    }
  },
});
