// POST /projects/:id/hooks
import { endpoint } from "../../http/endpoint.ts";
import { ApiError, invalidRecord, notFound } from "../../http/errors.ts";
import { withProject } from "../../permissions/require.ts";
import { presentHook } from "../../presenters/hook.ts";
import { createHook as create } from "../../services/hooks/create.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";
import { addressRules, hookParams, hookWish, invalidUrl } from "./hook-params.ts";

export const createHook = endpoint({
  access: { project: "admin_project" },
  params: { ...idParam, ...hookParams },
  async handle(call) {
    const { actor, project } = await withProject(call);
    const outcome = await create(verbContext(call, actor), project.id, hookWish(call.params), addressRules(call));
    switch (outcome.kind) {
      case "created":
        return presentHook(outcome.hook);
      case "invalid_url":
        throw invalidUrl();
      case "invalid":
        throw invalidRecord(outcome.errors);
      case "too_many":
        throw new ApiError(422, { message: { base: ["Maximum number of project hooks (100) exceeded"] } });
      case "project_gone":
        throw notFound("Project");
    }
  },
});
