// GET /projects/:id/repository/commits/:sha/statuses

import { listStatuses as list } from "../../../db/queries/commits/statuses.ts";
import { keyOfId } from "../../../db/queries/projects/projects.ts";
import { boolean, segment, text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refText } from "../../repositories/ref-text.ts";
import { withRepository } from "../../repositories/repository-endpoint.ts";
import { paged } from "../../response.ts";
import { presentStatus } from "../presenters/status.ts";

/** GitLab's stage of all statuses that are created through the API. */
const STAGE = "external";

export const listStatuses = endpoint({
  access: { project: "download_code" },
  params: {
    ...idParam,
    sha: required(segment),
    ref: optional(text),
    stage: optional(text),
    name: optional(text),
    all: optional(boolean),
    ...paginationParams,
  },
  response: paged(presentStatus),
  async handle(call) {
    const { sha, ref, stage, name, all } = call.params;
    const { project, repository } = await withRepository(call);
    const commit = await repository.run("resolveCommit", refText(sha));
    if (commit === null) throw notFound("Commit");
    if (stage && stage !== STAGE) return paginate(call, { rows: [], total: 0 }, () => null);
    const { perPage, offset } = pageOf(call.params);
    const query = { ref: ref || null, name: name || null, all: all ?? false, limit: perPage, offset };
    const [rows, [size]] = await call.db.batch(...list(keyOfId(project.id), commit, query));
    return paginate(call, { rows, total: size?.total ?? 0 }, presentStatus);
  },
});
