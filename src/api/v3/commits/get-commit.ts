// GET /projects/:id/repository/commits/:sha and .../diff

import { findPipelineStatus } from "../../../db/queries/commits/statuses.ts";
import { segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { withCommitRecords } from "../../commits/of-named-commit.ts";
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
    const revision = refText(call.params.sha);
    const { repository, recordsOf } = await withCommitRecords(call, revision, (project, commit) => [
      findPipelineStatus(project, commit),
    ]);
    const found = await repository.run("findCommit", revision);
    if (found === null) throw notFound("Commit");
    const [[pipeline]] = await recordsOf(found.commit.id);
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
