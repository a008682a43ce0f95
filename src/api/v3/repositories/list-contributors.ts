// GET /projects/:id/repository/contributors
import { presentContributor } from "../presenters/contributor.ts";
import { repositoryEndpoint, withRepository } from "./repository-endpoint.ts";

export const listContributors = repositoryEndpoint({
  access: "visible_code",
  params: {},
  async handle(call) {
    const { repository } = await withRepository(call);
    return (await repository.run("listContributors")).map(presentContributor);
  },
});
