// GET /projects/:id/repository/branches/:branch

import { segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentBranch } from "../presenters/branch.ts";

export const getBranch = repositoryEndpoint({
  access: { project: "download_code" },
  params: { branch: required(segment) },
  response: one(presentBranch),
  async handle(call) {
    const { repository } = await withRepository(call);
    const branch = await repository.run("findBranch", refText(call.params.branch));
    if (branch === null) throw notFound("Branch");
    return presentBranch(branch);
  },
});
