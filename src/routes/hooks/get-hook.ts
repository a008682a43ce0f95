// GET /projects/:id/hooks/:hook_id
import { endpoint } from "../../http/endpoint.ts";
import { presentHook } from "../../presenters/hook.ts";
import { hookIdParams } from "./hook-params.ts";
import { withHook } from "./with-hook.ts";

export const getHook = endpoint({
  access: { project: "admin_project" },
  params: hookIdParams,
  async handle(call) {
    const { hook } = await withHook(call);
    return presentHook(hook);
  },
});
