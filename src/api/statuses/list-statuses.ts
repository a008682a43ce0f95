// Lists the statuses of a commit, in every version of the API.
import { listStatuses, type StatusOrder, type StatusRow } from "../../db/queries/commits/statuses.ts";
import { boolean, segment, text } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { pageOf, type paginationParams } from "../../http/pagination.ts";
import { optional, required } from "../../http/params.ts";
import { withCommitRecords } from "../commits/of-named-commit.ts";
import { type Call, paginate, type Reply } from "../endpoint.ts";
import type { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refText } from "../repositories/ref-text.ts";

/** GitLab's stage of all statuses that are created through the API. */
const STAGE = "external";

export const statusFilters = {
  sha: required(segment),
  ref: optional(text),
  stage: optional(text),
  name: optional(text),
  all: optional(boolean),
};

type StatusListCall = Call<typeof idParam & typeof statusFilters & typeof paginationParams>;

/** @param pipelineId null is no filter */
export async function pageOfStatuses(
  call: StatusListCall,
  pipelineId: number | null,
  { order_by, sort }: StatusOrder,
  present: PresentRow<StatusRow, unknown>,
): Promise<Reply> {
  const { sha, ref, stage, name, all } = call.params;
  const { perPage: limit, offset } = pageOf(call.params);
  const named = refText(sha);
  const filters = { ref: ref || null, name: name || null, pipeline_id: pipelineId };
  const query = { ...filters, all: all ?? false, order_by, sort, limit, offset };
  const { repository, recordsOf } = await withCommitRecords(call, named, (project, commit) =>
    listStatuses(project, commit, query),
  );
  const commit = await repository.run("resolveCommit", named);
  if (commit === null) throw notFound("Commit");
  if (stage && stage !== STAGE) return paginate(call, { rows: [], total: 0 }, () => null);
  const [rows, [size]] = await recordsOf(commit);
  return paginate(call, { rows, total: size?.total ?? 0 }, present);
}
