// GET time_stats, POST time_estimate, reset_time_estimate, add_spent_time, reset_spent_time: under
// issues and merge requests, in every version of the API

import type { TimeStatsRow } from "../../db/queries/issuables/time-tracking.ts";
import { text } from "../../http/coerce.ts";
import { forbidden, invalidRecord, recordNotFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { estimateTime, resetTimeEstimate } from "../../services/time-tracking/estimate.ts";
import { addSpentTime, resetSpentTime } from "../../services/time-tracking/spend.ts";
import { type Call, endpoint, Reply } from "../endpoint.ts";
import { byRecord, type IssuableKind, type IssuableParams } from "../issuables.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";

type PresentStats<Body> = (stats: TimeStatsRow) => Body;

/** The issuable. @throws ApiError 403 if the viewer may not edit it */
async function findEditable(kind: IssuableKind, call: Call<IssuableParams>) {
  const { actor, issuable } = await kind.find(call, kind.idOf(call.params), byRecord);
  if (!issuable.editable) throw forbidden();
  return { context: verbContext(call, actor), issuable };
}

const stats = <Body>(kind: IssuableKind, presentTimeStats: PresentStats<Body>) =>
  endpoint({
    access: kind.read,
    params: kind.params,
    response: one(presentTimeStats),
    async handle(call) {
      const { issuable } = await kind.find(call, kind.idOf(call.params), byRecord);
      return presentTimeStats(issuable);
    },
  });

const estimate = <Body>(kind: IssuableKind, presentTimeStats: PresentStats<Body>) =>
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

const resetEstimate = <Body>(kind: IssuableKind, presentTimeStats: PresentStats<Body>) =>
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

const addSpent = <Body>(kind: IssuableKind, presentTimeStats: PresentStats<Body>) =>
  endpoint({
    access: kind.read,
    reproduction: { by: stats(kind, presentTimeStats) },
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

const resetSpent = <Body>(kind: IssuableKind, presentTimeStats: PresentStats<Body>) =>
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

export const timeTrackingEndpoints = <Body>(kind: IssuableKind, present: PresentStats<Body>) => ({
  stats: stats(kind, present),
  estimate: estimate(kind, present),
  resetEstimate: resetEstimate(kind, present),
  addSpent: addSpent(kind, present),
  resetSpent: resetSpent(kind, present),
});
