// Lists the comments on a commit, in every version of the API.

import { type CommitCommentRow, listCommitComments } from "../../db/queries/commits/comments.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { segment } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { required } from "../../http/params.ts";
import { paginate } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refText } from "../repositories/ref-text.ts";
import { type RepositoryAccess, repositoryEndpoint, withRepository } from "../repositories/repository-endpoint.ts";
import { paged } from "../response.ts";

export const listingComments = <Body>(access: RepositoryAccess, present: PresentRow<CommitCommentRow, Body>) =>
  repositoryEndpoint({
    access,
    readRepository: true,
    params: { sha: required(segment), ...paginationParams },
    response: paged(present),
    async handle(call) {
      const { project, repository } = await withRepository(call);
      const commit = await repository.run("resolveCommit", refText(call.params.sha));
      if (commit === null) throw notFound("Commit");
      const { perPage, offset } = pageOf(call.params);
      const [rows, [size]] = await call.db.batch(...listCommitComments(keyOfId(project.id), commit, perPage, offset));
      return paginate(call, { rows, total: size?.total ?? 0 }, present);
    },
  });
