// GET /projects/:id/merge_requests/:merge_request_iid/commits, diffs, changes, raw_diffs, versions and one version
import type { SingleMergeRequest } from "../../../db/queries/merge-requests/merge-requests.ts";
import { findNewestVersion, listVersions as listRows } from "../../../db/queries/merge-requests/version-rows.ts";
import { boolean, integer } from "../../../http/coerce.ts";
import { unprocessable } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { required, withDefault } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { changesOf, commitsOf, rangeOf, readVersion } from "../../merge-requests/version-content.ts";
import { type MergeRequestCall, nameOf, withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { bytes, one, paged } from "../../response.ts";
import { mergeRequestParams } from "../issuable-params.ts";
import { type Place, presentCommit } from "../presenters/commit.ts";
import { presentChangedMergeRequest } from "../presenters/merge-request.ts";
import { presentMergeRequestVersion, presentWholeMergeRequestVersion } from "../presenters/merge-request-version.ts";
import { presentDiff, presentWholeDiff } from "../presenters/repository.ts";
import { paginateWhole } from "../repositories/list-page.ts";
import { showMergeRequest } from "./show-merge-request.ts";

const access = { project: "read_merge_request" } as const;

/** The newest version, and the repository that has it. */
async function withNewest(call: MergeRequestCall) {
  const { actor, mergeRequest, rows } = await withMergeRequest(call, findNewestVersion(nameOf(call)));
  const repository = call.repositories.open(mergeRequest.project_id);
  return { actor, mergeRequest, repository, version: rows[0][0] };
}

const placeOf = ({ project_id: id, project_path: path, namespace_path }: SingleMergeRequest): Place => {
  return { id, path, namespace_path };
};

export const listCommits = endpoint({
  access,
  params: { ...mergeRequestParams, ...paginationParams },
  response: paged(presentCommit),
  async handle(call) {
    const { mergeRequest, repository, version } = await withNewest(call);
    const commits = await commitsOf(repository, version);
    return paginateWhole(call, commits, (commit) => presentCommit(commit, call, placeOf(mergeRequest)));
  },
});

/** True for patches with their `---` and `+++` lines. */
const unidiff = withDefault<boolean>(boolean, false);

export const listDiffs = endpoint({
  access,
  params: { ...mergeRequestParams, unidiff, ...paginationParams },
  response: paged(presentDiff),
  async handle(call) {
    const { repository, version } = await withNewest(call);
    const { changes } = await changesOf(repository, version);
    return paginateWhole(call, changes, call.params.unidiff ? presentWholeDiff : presentDiff);
  },
});

export const getChanges = endpoint({
  access,
  params: { ...mergeRequestParams, unidiff },
  response: one(presentChangedMergeRequest),
  async handle(call) {
    const { actor, mergeRequest, repository, version } = await withNewest(call);
    const [shown, changed] = await Promise.all([
      showMergeRequest(mergeRequest, call, actor),
      changesOf(repository, version),
    ]);
    return presentChangedMergeRequest({ mergeRequest: shown, ...changed, isWhole: call.params.unidiff });
  },
});

export const getRawDiffs = endpoint({
  access,
  params: mergeRequestParams,
  response: bytes("text/plain", 422),
  async handle(call) {
    const { mergeRequest, repository, version } = await withNewest(call);
    const range = rangeOf(version);
    const text = range === null ? new Uint8Array() : await repository.run("rawDiff", range);
    if (text === null)
      throw unprocessable(`Too many changes: fetch refs/merge-requests/${mergeRequest.iid}/head instead`);
    return new Response(new Uint8Array(text), {
      headers: {
        "content-type": "text/plain",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
      },
    });
  },
});

export const listVersions = endpoint({
  access,
  params: { ...mergeRequestParams, ...paginationParams },
  response: paged(presentMergeRequestVersion),
  async handle(call) {
    const { rows } = await withMergeRequest(call, listRows(nameOf(call)));
    return paginateWhole(call, rows[0], presentMergeRequestVersion);
  },
});

export const getVersion = endpoint({
  access,
  params: { ...mergeRequestParams, version_id: required(integer), unidiff },
  response: one(presentWholeMergeRequestVersion),
  async handle(call) {
    const { mergeRequest, ...found } = await readVersion(call, call.params.version_id);
    const place = placeOf(mergeRequest);
    return presentWholeMergeRequestVersion({ ...found, place, isWhole: call.params.unidiff }, call);
  },
});
