// Reports the status of a job on a commit, in every version of the API.
import { findPipeline } from "../../db/queries/commits/pipelines.ts";
import type { StatusRow } from "../../db/queries/commits/statuses.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { float, segment, text } from "../../http/coerce.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import { optional, type Param, required } from "../../http/params.ts";
import { insertFailedBuildTodos, mergeAfterBuild } from "../../services/merge-requests/merge-after-build.ts";
import { createStatus as create, type NotifiableStatus } from "../../services/statuses/create.ts";
import type { Call } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { refText } from "../repositories/ref-text.ts";
import { withPusher } from "../repositories/repository-endpoint.ts";
import { respond } from "../respond.ts";
import { verbContext } from "../verb-context.ts";

/** GitLab's names of the transitions to each status. */
const transitions: Record<NotifiableStatus, string> = {
  pending: "enqueue",
  running: "run",
  success: "success",
  failed: "drop",
  canceled: "cancel",
  skipped: "skip",
};

export const statusParams = (state: Param<NotifiableStatus>) => ({
  ...idParam,
  sha: required(segment),
  state,
  ref: optional(text),
  target_url: optional(text),
  description: optional(text),
  name: optional(text),
  context: optional(text),
  coverage: optional(float),
});

type StatusCall = Call<ReturnType<typeof statusParams>>;

/** @param pipelineId the pipeline that the status belongs to; null for that of commit and ref */
export async function reportStatus<Body>(
  call: StatusCall,
  pipelineId: number | null,
  present: PresentRow<StatusRow, Body>,
): Promise<unknown> {
  const { id, sha, state, name, context, target_url, description, coverage } = call.params;
  const named = pipelineId === null ? [] : [findPipeline(projectKey(id), pipelineId)];
  const { project, repository, actor, rows } = await withPusher(call, ...named);
  const commit = await repository.run("locateCommit", refText(sha));
  if (commit === null) throw notFound("Commit");
  const given = rows[0]?.[0];
  const ref = call.params.ref || given?.ref || commit.branch;
  if (pipelineId !== null && (given?.sha !== commit.id || given.ref !== ref)) throw notFound("Pipeline");
  if (ref === null) throw notFound("References for commit");
  const pipeline = { project_id: project.id, sha: commit.id, ref };
  const outcome = await create(verbContext(call, actor), pipeline, {
    status: state,
    name: name ?? context ?? "default",
    target_url: target_url ?? null,
    description: description ?? null,
    coverage: coverage ?? null,
  });
  return respond(outcome, {
    ...refusals,
    recorded: async ({ status }) => {
      // A job that is skipped may be the last one that a successful pipeline lacked.
      if (state === "success" || state === "skipped") await mergeAfterBuild(verbContext(call, actor), pipeline);
      if (state === "failed") await insertFailedBuildTodos(verbContext(call, actor), pipeline);
      return present(status, call);
    },
    no_such_transition: ({ from }) => badRequest(refusedTransition(transitions[state], from)),
  });
}

const refusedTransition = (event: string, from: string): string =>
  `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`;
