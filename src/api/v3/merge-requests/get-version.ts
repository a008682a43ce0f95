// GET /projects/:id/merge_requests/:merge_request_id/versions/:version_id

import { findVersion } from "../../../db/queries/merge-requests/version-rows.ts";
import { integer } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { changesOf, commitsOf } from "../../merge-requests/version-content.ts";
import { nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { one } from "../../response.ts";
import { presentWholeVersion } from "../presenters/merge-request-version.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const getVersion = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, version_id: required(integer) },
  response: one(presentWholeVersion),
  async handle(call) {
    const find = findVersion(nameOf(call), call.params.version_id ?? 0);
    const { mergeRequest, rows } = await withMergeRequest(call, find);
    const [[version]] = rows;
    if (version === undefined) throw recordNotFound();
    const repository = call.repositories.open(mergeRequest.project_id);
    const [commits, { changes }] = await Promise.all([commitsOf(repository, version), changesOf(repository, version)]);
    return presentWholeVersion({ version, commits, changes });
  },
});
