// GET /projects/:id/pipelines, /latest, one and its jobs, GET .../merge_requests/:iid/pipelines

import { listPipelines as list, listMergeRequestPipelines } from "../../../db/queries/commits/pipeline-lists.ts";
import { findPipeline, findPipelineOf } from "../../../db/queries/commits/pipelines.ts";
import { keyOfId } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { dateTime, integer, nothing, oneOf, text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, type ParamValues, required, withDefault } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { one, paged } from "../../response.ts";
import { mergeRequestParams } from "../issuable-params.ts";
import { presentPipeline, presentPipelineDetail } from "../presenters/pipeline.ts";
import { presentStatus } from "../presenters/status.ts";

const unsupported = optional(nothing("is not supported"));

const statuses = ["created", "waiting_for_resource", "preparing", "pending", "running", "success", "failed"] as const;

/** The statuses that each scope covers. */
const scopes = {
  running: ["running"],
  pending: ["pending"],
  finished: ["success", "failed", "canceled", "skipped"],
};

const filterParams = {
  scope: optional(oneOf("running", "pending", "finished")),
  status: optional(oneOf(...statuses, "canceled", "skipped", "manual", "scheduled")),
  ref: optional(text),
  sha: optional(text),
  source: optional(text),
  created_after: optional(dateTime),
  created_before: optional(dateTime),
  updated_after: optional(dateTime),
  updated_before: optional(dateTime),
};

function filtersOf({ scope, status, ...texts }: ParamValues<typeof filterParams>) {
  const given = Object.entries(texts).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return {
    ...Object.fromEntries(given),
    ...(scope && { scope: JSON.stringify(scopes[scope]) }),
    ...(status && { status: JSON.stringify([status]) }),
  };
}

export const listPipelines = repositoryEndpoint({
  access: "visible_code",
  params: {
    ...filterParams,
    name: unsupported,
    username: unsupported,
    order_by: withDefault<"id" | "status" | "ref" | "updated_at">(oneOf("id", "status", "ref", "updated_at"), "id"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
    ...paginationParams,
  },
  response: paged(presentPipeline),
  async handle(call) {
    const { id, name: _, username: __, order_by, sort, page, per_page, ...filters } = call.params;
    const { perPage: limit, offset } = pageOf(call.params);
    const query = { filters: filtersOf(filters), order_by, sort, limit, offset };
    const { rows } = await withRepository(call, ...list(projectKey(id), query));
    return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, presentPipeline);
  },
});

/** Of the commit that the branch or tag names now. */
export const getLatestPipeline = repositoryEndpoint({
  access: "visible_code",
  params: { ref: optional(text) },
  response: one(presentPipelineDetail),
  async handle(call) {
    const { project, repository } = await withRepository(call);
    const ref = call.params.ref || project.default_branch;
    const sha = ref === null ? null : await repository.run("resolveCommit", ref);
    if (ref === null || sha === null) throw notFound("Pipeline");
    const [[pipeline]] = await call.db.batch(findPipelineOf(keyOfId(project.id), sha, ref));
    if (pipeline === undefined) throw notFound("Pipeline");
    return presentPipelineDetail(pipeline, call);
  },
});

const pipelineParams = { pipeline_id: required(integer) };

export const getPipeline = repositoryEndpoint({
  access: "visible_code",
  params: pipelineParams,
  response: one(presentPipelineDetail),
  async handle(call) {
    const { id, pipeline_id } = call.params;
    const { rows } = await withRepository(call, findPipeline(projectKey(id), pipeline_id ?? 0));
    const [[pipeline]] = rows;
    if (pipeline === undefined) throw notFound("Pipeline");
    return presentPipelineDetail(pipeline, call);
  },
});

/** Statuses from outside are no jobs, so there are none. */
export const listJobs = repositoryEndpoint({
  access: "visible_code",
  params: { ...pipelineParams, ...paginationParams },
  response: paged(presentStatus),
  async handle(call) {
    await getPipeline.handle(call);
    return paginate(call, { rows: [], total: 0 }, presentStatus);
  },
});

export const listPipelinesOfMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, ...paginationParams },
  response: paged(presentPipeline),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const statements = listMergeRequestPipelines(call.viewer, nameOf(call), perPage, offset);
    const { rows } = await withMergeRequest(call, ...statements);
    return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, presentPipeline);
  },
});
