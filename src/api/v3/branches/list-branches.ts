// GET /projects/:id/repository/branches

import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { all } from "../../response.ts";
import { presentBranch } from "../presenters/branch.ts";

/** Returns all branches: in v3 this list has no pages. */
export const listBranches = repositoryEndpoint({
  access: { project: "download_code" },
  params: {},
  response: all(presentBranch),
  async handle(call) {
    const { repository } = await withRepository(call);
    return (await repository.run("listBranches")).map(presentBranch);
  },
});
