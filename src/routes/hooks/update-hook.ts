// PUT /projects/:id/hooks/:hook_id
import { endpoint } from "../../http/endpoint.ts";
import { invalidRecord, recordNotFound } from "../../http/errors.ts";
import { presentHook } from "../../presenters/hook.ts";
import { updateHook as update } from "../../services/hooks/update.ts";
import { verbContext } from "../context.ts";
import { addressRules, hookIdParams, hookParams, hookWish, invalidUrl } from "./hook-params.ts";
import { withHook } from "./with-hook.ts";

export const updateHook = endpoint({
  access: { project: "admin_project" },
  params: { ...hookIdParams, ...hookParams },
  async handle(call) {
    const { actor, hook } = await withHook(call);
    const outcome = await update(verbContext(call, actor), hook, hookWish(call.params), addressRules(call));
    switch (outcome.kind) {
      case "updated":
        return presentHook(outcome.hook);
      case "invalid_url":
        throw invalidUrl();
      case "invalid":
        throw invalidRecord(outcome.errors);
      case "gone":
        throw recordNotFound();
    }
  },
});
