// The payload of a pipeline whose status changed.
import type { HookBuildRow, HookPipelineRow } from "../../db/queries/hooks/builds.ts";
import type { HookEventRow } from "../../db/queries/hooks/events.ts";
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import { isFinished, STAGE } from "./build.ts";
import { commitUrl, describeCommit } from "./commit.ts";
import { wholeSecondsBetween } from "./duration.ts";
import { describeActor, describePlainProject, NO_OBJECT, type PayloadProject } from "./frame.ts";

/** @param builds the latest job of each name */
export const pipelinePayload = (
  project: PayloadProject,
  event: HookEventRow,
  pipeline: HookPipelineRow,
  builds: readonly HookBuildRow[],
  commit: BriefCommit | null,
) => ({
  object_kind: "pipeline" as const,
  object_attributes: describePipeline(project, pipeline),
  user: describeActor(event),
  project: describePlainProject(project),
  merge_request: null,
  commit: commit === null ? null : describeCommit(project, commit),
  builds: builds.map(describeBuild),
});

function describePipeline(
  project: PayloadProject,
  { id, iid, ref, sha, status, created_at, started_at, finished_at }: HookPipelineRow,
) {
  const finishedAt = isFinished(status) ? finished_at : null;
  return {
    id,
    iid,
    name: null,
    source: "external" as const,
    url: commitUrl(project, sha),
    ref,
    tag: false,
    sha,
    before_sha: NO_OBJECT,
    status,
    detailed_status: status === "success" ? "passed" : status,
    stages: [STAGE],
    created_at,
    finished_at: finishedAt,
    duration: wholeSecondsBetween(started_at, finishedAt),
  };
}

const describeBuild = (build: HookBuildRow) => ({
  id: build.id,
  stage: STAGE,
  name: build.name,
  status: build.status,
  created_at: build.created_at,
  started_at: build.started_at,
  finished_at: build.finished_at,
  when: "on_success",
  manual: false,
  allow_failure: false,
  user:
    build.user_id === null
      ? null
      : { id: build.user_id, name: build.user_name, username: build.user_username, avatar_url: null },
  runner: null,
  artifacts_file: { filename: null, size: null },
});
