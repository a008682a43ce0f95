// GET /projects/:id/repository/contributors
import { all } from "../../response.ts";
import { presentContributor } from "../presenters/contributor.ts";
import { repositoryEndpoint, withRepository } from "./repository-endpoint.ts";

export const listContributors = repositoryEndpoint({
  access: "visible_code",
  params: {},
  response: all(presentContributor),
  async handle(call) {
    const { repository } = await withRepository(call);
    return (await repository.run("listContributors")).map(presentContributor);
  },
});
