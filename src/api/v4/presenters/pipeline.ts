// Pipelines.
import type { PipelineDetailRow, PipelineRow } from "../../../db/queries/commits/pipelines.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentUserIfAny } from "./user.ts";

/** The address is that of the commit's page, which shows the statuses. */
export const presentPipeline = (pipeline: PipelineRow, context: PresenterContext) => ({
  id: pipeline.id,
  iid: pipeline.iid,
  project_id: pipeline.project_id,
  sha: pipeline.sha,
  ref: pipeline.ref,
  status: pipeline.status,
  source: "external" as const,
  created_at: pipeline.created_at,
  updated_at: pipeline.updated_at,
  web_url: `${context.baseUrl}${commitPath(pipeline)}`,
});

export function presentPipelineDetail(pipeline: PipelineDetailRow, context: PresenterContext) {
  const { started_at, finished_at, created_at } = pipeline;
  return {
    ...presentPipeline(pipeline, context),
    before_sha: "0".repeat(40),
    tag: false,
    yaml_errors: null,
    user: presentUserIfAny(personIn(pipeline, "user"), context),
    started_at,
    finished_at,
    committed_at: null,
    duration: secondsBetween(started_at, finished_at),
    queued_duration: secondsBetween(created_at, started_at),
    coverage: pipeline.coverage === null ? null : pipeline.coverage.toFixed(2),
    detailed_status: presentDetailedStatus(pipeline),
  };
}

/** Whole seconds. */
const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.trunc((Date.parse(to) - Date.parse(from)) / 1000);

const commitPath = ({ namespace_path, path, sha }: PipelineRow): string => `/${namespace_path}/${path}/-/commit/${sha}`;

function presentDetailedStatus(pipeline: PipelineRow) {
  const { status } = pipeline;
  const label = status === "success" ? "passed" : status;
  return {
    icon: `status_${status}`,
    text: label.charAt(0).toUpperCase() + label.slice(1),
    label,
    group: status,
    tooltip: label,
    has_details: true,
    details_path: commitPath(pipeline),
    illustration: null,
    // clients require a text
    favicon: "",
  };
}
