// Comments, refs, cherry-picks and reverts of commits: what is below /projects/:id/repository/commits/:sha

import type { ContainingRef } from "../../../git/operations/refs-with-commit.ts";
import { oneOf, segment } from "../../../http/coerce.ts";
import { ApiError, notFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { required, withDefault } from "../../../http/params.ts";
import { creatingComment } from "../../commits/create-comment.ts";
import { listingComments } from "../../commits/list-comments.ts";
import { dryPickParams, pickingCommit } from "../../commits/pick-commit.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { one, paged } from "../../response.ts";
import { presentCommit, presentCommitComment, presentCommitRef, presentDryRun } from "../presenters/commit.ts";
import { paginateWhole } from "../repositories/list-page.ts";

export const createComment = creatingComment(presentCommitComment);
export const listComments = listingComments("visible_code", presentCommitComment);

type RefType = ContainingRef["type"];

export const listCommitRefs = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: {
    sha: required(segment),
    type: withDefault<RefType | "all">(oneOf("all", "branch", "tag"), "all"),
    ...paginationParams,
  },
  response: paged(presentCommitRef),
  async handle(call) {
    const { sha, type } = call.params;
    const { repository } = await withRepository(call);
    const types: RefType[] = type === "all" ? ["branch", "tag"] : [type];
    const refs = await repository.run("refsWithCommit", refText(sha), types);
    if (refs === null) throw notFound("Commit");
    return paginateWhole(call, refs, presentCommitRef);
  },
});

const picking = (verb: "cherry-pick" | "revert") =>
  pickingCommit({
    verb,
    params: dryPickParams,
    response: one(presentCommit, presentDryRun, 201, 200),
    present: presentCommit,
    presentDryRun,
    refuse: (message, error_code) => new ApiError(400, { message, error_code }),
  });

export const cherryPick = picking("cherry-pick");
export const revert = picking("revert");
