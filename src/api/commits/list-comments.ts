// Lists the comments on a commit, in every version of the API.

import { type CommitCommentRow, listCommitComments } from "../../db/queries/commits/comments.ts";
import { segment } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { required } from "../../http/params.ts";
import { paginate } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refText } from "../repositories/ref-text.ts";
import { type RepositoryAccess, repositoryEndpoint } from "../repositories/repository-endpoint.ts";
import { paged } from "../response.ts";
import { withCommitRecords } from "./of-named-commit.ts";

export const listingComments = <Body>(access: RepositoryAccess, present: PresentRow<CommitCommentRow, Body>) =>
  repositoryEndpoint({
    access,
    readRepository: true,
    params: { sha: required(segment), ...paginationParams },
    response: paged(present),
    async handle(call) {
      const name = refText(call.params.sha);
      const { perPage, offset } = pageOf(call.params);
      const { repository, recordsOf } = await withCommitRecords(call, name, (project, commit) =>
        listCommitComments(project, commit, perPage, offset),
      );
      const commit = await repository.run("resolveCommit", name);
      if (commit === null) throw notFound("Commit");
      const [rows, [size]] = await recordsOf(commit);
      return paginate(call, { rows, total: size?.total ?? 0 }, present);
    },
  });
