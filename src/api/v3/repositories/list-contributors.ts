// GET /projects/:id/repository/contributors

import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { all } from "../../response.ts";
import { presentContributor } from "../presenters/contributor.ts";

export const listContributors = repositoryEndpoint({
  access: "visible_code",
  params: {},
  response: all(presentContributor),
  async handle(call) {
    const { repository } = await withRepository(call);
    return (await repository.run("listContributors")).map(presentContributor);
  },
});
