// Routes of pipelines.
import type { RouteTable } from "../../route-table.ts";
import {
  getLatestPipeline,
  getPipeline,
  listJobs,
  listPipelines,
  listPipelinesOfMergeRequest,
} from "./pipeline-endpoints.ts";

export const pipelineRoutes: RouteTable = {
  "GET /projects/:id/pipelines": listPipelines,
  "GET /projects/:id/pipelines/latest": getLatestPipeline,
  "GET /projects/:id/pipelines/:pipeline_id": getPipeline,
  "GET /projects/:id/pipelines/:pipeline_id/jobs": listJobs,
  "GET /projects/:id/pipelines/:pipeline_id/bridges": listJobs,
  "GET /projects/:id/merge_requests/:merge_request_iid/pipelines": listPipelinesOfMergeRequest,
};
