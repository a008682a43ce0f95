// GET, POST /projects/:id/repository/branches, GET, DELETE of one

import { segment, text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, required, sentAs } from "../../../http/params.ts";
import { creatingBranch } from "../../branches/create-branch.ts";
import { deletingBranch } from "../../branches/delete-branch.ts";
import { deletingMergedBranches } from "../../branches/delete-merged-branches.ts";
import { noContent, Reply } from "../../endpoint.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { empty, one, paged } from "../../response.ts";
import { presentBranch } from "../presenters/repository.ts";
import { presentMessage } from "../presenters/server.ts";
import { paginateWhole } from "../repositories/list-page.ts";
import { nameFilter } from "../repositories/name-search.ts";

export const listBranches = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { search: optional(text), ...paginationParams },
  response: paged(presentBranch),
  async handle(call) {
    const { project, repository } = await withRepository(call);
    const branches = (await repository.run("listBranches")).filter(nameFilter(call.params.search));
    return paginateWhole(call, branches, (branch) => presentBranch(branch, call, project));
  },
});

export const getBranch = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { branch: required(segment) },
  response: one(presentBranch),
  async handle(call) {
    const { project, repository } = await withRepository(call);
    const branch = await repository.run("findBranch", refText(call.params.branch));
    if (branch === null) throw notFound("Branch");
    return presentBranch(branch, call, project);
  },
});

export const createBranch = creatingBranch(sentAs(required(text), "branch"), presentBranch);
export const deleteBranch = deletingBranch(empty(204, 405), noContent);
export const deleteMergedBranches = deletingMergedBranches(
  one(presentMessage, 202),
  () => new Reply(202, presentMessage("202 Accepted")),
);
