// The payload of a job whose status changed.
import type { HookStatusRow } from "../../db/queries/hooks/builds.ts";
import type { CommitStatus } from "../../db/schema/statuses.ts";
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import { secondsBetween, wholeSecondsBetween } from "./duration.ts";
import { describeFullRepository, describePlainProject, NO_OBJECT, type PayloadProject } from "./frame.ts";

/** External jobs have no stage of their own. */
export const STAGE = "external";

export const isFinished = (status: CommitStatus): boolean => !["created", "pending", "running"].includes(status);

/** @param status the job's status at the time of the event */
export function buildPayload(
  project: PayloadProject,
  build: HookStatusRow,
  status: CommitStatus,
  commit: BriefCommit | null,
) {
  const startedAt = status === "pending" ? null : build.started_at;
  const finishedAt = isFinished(status) ? build.finished_at : null;
  return {
    object_kind: "build" as const,
    ref: build.ref,
    tag: false,
    before_sha: NO_OBJECT,
    sha: build.sha,
    build_id: build.id,
    build_name: build.name,
    build_stage: STAGE,
    build_status: status,
    build_created_at: build.created_at,
    build_started_at: startedAt,
    build_finished_at: finishedAt,
    build_duration: secondsBetween(startedAt, finishedAt),
    build_allow_failure: false,
    pipeline_id: build.pipeline_id,
    project_id: project.row.id,
    project_name: `${project.row.namespace_name} / ${project.row.name}`,
    project: describePlainProject(project),
    user: {
      id: build.user_id,
      name: build.user_name,
      username: build.user_username,
      avatar_url: null,
      email: build.user_email,
    },
    commit: {
      // GitLab puts the id of the pipeline here.
      id: build.pipeline_id,
      sha: build.sha,
      message: commit?.message ?? null,
      author_name: commit?.author.name ?? null,
      author_email: commit?.author.email ?? null,
      ...describePipelineTimes(build),
    },
    repository: describeFullRepository(project),
  };
}

function describePipelineTimes(build: HookStatusRow) {
  const { pipeline_status: status, pipeline_started_at: startedAt } = build;
  const finishedAt = isFinished(status) ? build.pipeline_finished_at : null;
  const duration = wholeSecondsBetween(startedAt, finishedAt);
  return { status, duration, started_at: startedAt, finished_at: finishedAt };
}
