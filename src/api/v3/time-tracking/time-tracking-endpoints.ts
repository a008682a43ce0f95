// GET time_stats, timelogs, POST time_estimate, reset_time_estimate, add_spent_time, reset_spent_time: under
// /projects/:id/issues/:issue_id and /projects/:id/merge_requests/:merge_request_id

import { listTimelogs } from "../../../db/queries/issuables/time-tracking.ts";
import { text } from "../../../http/coerce.ts";
import { forbidden, invalidRecord, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { required } from "../../../http/params.ts";
import { estimateTime, resetTimeEstimate } from "../../../services/time-tracking/estimate.ts";
import { addSpentTime, resetSpentTime } from "../../../services/time-tracking/spend.ts";
import { type Call, endpoint, paginate, Reply } from "../../endpoint.ts";
import { issuableName } from "../../issuable-id.ts";
import { byRecord, type IssuableKind, type IssuableParams } from "../../issuables.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentTimelog, presentTimeStats } from "../presenters/time-stats.ts";

/** The issuable. @throws ApiError 403 if the viewer may not edit it */
async function findEditable(kind: IssuableKind, call: Call<IssuableParams>) {
  const { actor, issuable } = await kind.find(call, kind.idOf(call.params), byRecord);
  if (!issuable.editable) throw forbidden();
  return { context: verbContext(call, actor), issuable };
}

const stats = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: kind.params,
    response: one(presentTimeStats),
    async handle(call) {
      const { issuable } = await kind.find(call, kind.idOf(call.params), byRecord);
      return presentTimeStats(issuable);
    },
  });

/** Lists the entries that the time spent sums. Not in GitLab. */
const timelogs = (kind: IssuableKind) =>
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

const estimate = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, duration: required(text) },
    response: one(presentTimeStats, 200),
    async handle(call) {
      const { context, issuable } = await findEditable(kind, call);
      const outcome = await estimateTime(context, issuable, call.params.duration ?? "");
      return respond(outcome, {
        estimated: ({ stats }) => new Reply(200, presentTimeStats(stats)),
        invalid_duration: () => invalidRecord({ time_estimate: ["has an invalid format"] }),
        gone: recordNotFound,
      });
    },
  });

const resetEstimate = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: kind.params,
    response: one(presentTimeStats, 200),
    async handle(call) {
      const { context, issuable } = await findEditable(kind, call);
      const outcome = await resetTimeEstimate(context, issuable);
      return respond(outcome, {
        estimated: ({ stats }) => new Reply(200, presentTimeStats(stats)),
        gone: recordNotFound,
      });
    },
  });

const addSpent = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    reproduction: { by: stats(kind) },
    params: { ...kind.params, duration: required(text) },
    response: one(presentTimeStats),
    async handle(call) {
      const { context, issuable } = await findEditable(kind, call);
      const outcome = await addSpentTime(context, issuable, call.params.duration ?? "");
      return respond(outcome, {
        added: ({ stats }) => presentTimeStats(stats),
        invalid_duration: () => invalidRecord({ timelogs: ["is invalid"] }),
        exceeds_total: () => invalidRecord({ time_spent: ["Time to subtract exceeds the total time spent"] }),
        gone: recordNotFound,
      });
    },
  });

const resetSpent = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: kind.params,
    response: one(presentTimeStats, 200),
    async handle(call) {
      const { context, issuable } = await findEditable(kind, call);
      const outcome = await resetSpentTime(context, issuable);
      return respond(outcome, {
        reset: ({ stats }) => new Reply(200, presentTimeStats(stats)),
        gone: recordNotFound,
      });
    },
  });

export const timeTrackingEndpoints = (kind: IssuableKind) => ({
  stats: stats(kind),
  timelogs: timelogs(kind),
  estimate: estimate(kind),
  resetEstimate: resetEstimate(kind),
  addSpent: addSpent(kind),
  resetSpent: resetSpent(kind),
});
