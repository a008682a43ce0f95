// GET /projects/:id/repository/commits/:sha/comments

import { listCommitComments } from "../../../db/queries/commits/comments.ts";
import { keyOfId } from "../../../db/queries/projects/projects.ts";
import { segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { required } from "../../../http/params.ts";
import { paginate } from "../../endpoint.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { paged } from "../../response.ts";
import { presentCommitComment } from "../presenters/commit-comment.ts";

export const listComments = repositoryEndpoint({
  access: { project: "download_code" },
  params: { sha: required(segment), ...paginationParams },
  response: paged(presentCommitComment),
  async handle(call) {
    const { project, repository } = await withRepository(call);
    const commit = await repository.run("resolveCommit", refText(call.params.sha));
    if (commit === null) throw notFound("Commit");
    const { perPage, offset } = pageOf(call.params);
    const [rows, [size]] = await call.db.batch(...listCommitComments(keyOfId(project.id), commit, perPage, offset));
    return paginate(call, { rows, total: size?.total ?? 0 }, presentCommitComment);
  },
});
