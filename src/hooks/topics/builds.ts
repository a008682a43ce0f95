// Messages about jobs and pipelines.
import { readDetails } from "../../db/queries/events/details.ts";
import { findHookBuildsOf, findHookPipeline, findHookStatus } from "../../db/queries/hooks/builds.ts";
import type { CommitStatus } from "../../db/schema/statuses.ts";
import { buildPayload } from "../payloads/build.ts";
import { pipelinePayload } from "../payloads/pipeline.ts";
import { findCommit } from "./commit.ts";
import { projectTopic } from "./topic.ts";

/** The status at the time of the event: it may have changed since. */
const statusThen = (details: string | null, now: CommitStatus): CommitStatus =>
  readDetails<{ status: CommitStatus }>(details)?.status ?? now;

const statusUpdated = projectTopic(["build_events"], async (sources, event, statusId) => {
  const [[build]] = await sources.db.batch(findHookStatus(statusId));
  if (build === undefined) return null;
  const commit = await findCommit(sources, build.sha);
  const payload = buildPayload(sources.project, build, statusThen(event.details, build.status), commit);
  return { event: "Build Hook", settings: ["build_events"], payload };
});

const pipelineUpdated = projectTopic(["pipeline_events"], async (sources, event, pipelineId) => {
  const [[pipeline], builds] = await sources.db.batch(findHookPipeline(pipelineId), findHookBuildsOf(pipelineId));
  if (pipeline === undefined) return null;
  const commit = await findCommit(sources, pipeline.sha);
  const then = { ...pipeline, status: statusThen(event.details, pipeline.status) };
  const payload = pipelinePayload(sources.project, event, then, builds, commit);
  return { event: "Pipeline Hook", settings: ["pipeline_events"], payload };
});

export const buildTopics = { commit_status_updated: statusUpdated, pipeline_updated: pipelineUpdated };
