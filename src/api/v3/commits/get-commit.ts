// GET /projects/:id/repository/commits/:sha and .../diff

import { findPipelineStatus } from "../../../db/queries/commits/statuses.ts";
import { keyOfId } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { all, one } from "../../response.ts";
import { presentChange } from "../presenters/change.ts";
import { presentCommitDetail } from "../presenters/commit-detail.ts";

/** `sha`: an id, an abbreviated id, a branch or a tag. */
const params = { sha: required(segment) };

export const getCommit = repositoryEndpoint({
  access: { project: "download_code" },
  params,
  response: one(presentCommitDetail),
  async handle(call) {
    const { id, sha } = call.params;
    const revision = refText(sha);
    const { project, repository, rows } = await withRepository(call, findPipelineStatus(projectKey(id), revision));
    const found = await repository.run("findCommit", revision);
    if (found === null) throw notFound("Commit");
    const { id: oid } = found.commit;
    // The first statement found the pipeline only if the revision is a full id.
    const [[pipeline]] = oid === revision ? rows : await call.db.batch(findPipelineStatus(keyOfId(project.id), oid));
    return presentCommitDetail({ ...found, status: pipeline?.status ?? null });
  },
});

export const getCommitDiff = repositoryEndpoint({
  access: { project: "download_code" },
  params,
  response: all(presentChange),
  async handle(call) {
    const { repository } = await withRepository(call);
    const found = await repository.run("diffCommit", refText(call.params.sha));
    if (found === null) throw notFound("Commit");
    return found.changes.map(presentChange);
  },
});
