// GET .../timelogs: under /projects/:id/issues/:issue_id and /projects/:id/merge_requests/:merge_request_id

import { listTimelogs } from "../../../db/queries/issuables/time-tracking.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { issuableName } from "../../issuable-id.ts";
import { byRecord, type IssuableKind } from "../../issuables.ts";
import { paged } from "../../response.ts";
import { presentTimelog } from "../presenters/time-stats.ts";

/** Lists the entries that the time spent sums. Not in GitLab. */
export const timelogs = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, ...paginationParams },
    response: paged(presentTimelog),
    async handle(call) {
      const given = kind.idOf(call.params);
      const { perPage, offset } = pageOf(call.params);
      const statements = listTimelogs(kind.type, issuableName(call.params.id, given), perPage, offset);
      const { rows } = await kind.find(call, given, byRecord, ...statements);
      const [logs, [size]] = rows;
      const page = { rows: logs, total: size?.total ?? 0 };
      return paginate(call, page, presentTimelog);
    },
  });
