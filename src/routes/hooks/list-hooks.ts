// GET /projects/:id/hooks
import { listHooks as list } from "../../db/queries/hooks.ts";
import { projectKey } from "../../db/queries/project-row.ts";
import { endpoint, paginate } from "../../http/endpoint.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { withProject } from "../../permissions/require.ts";
import { presentHook } from "../../presenters/hook.ts";
import { idParam } from "../id-param.ts";

export const listHooks = endpoint({
  access: { project: "admin_project" },
  params: { ...idParam, ...paginationParams },
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const { rows } = await withProject(call, ...list(projectKey(call.params.id), perPage, offset));
    const [hooks, [size]] = rows;
    return paginate(call, { rows: hooks, total: size?.total ?? 0 }, presentHook);
  },
});
