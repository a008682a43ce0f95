// Deletes the branches that the default branch contains, in every version of the API.
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";
import type { EndpointResponse } from "../response.ts";

export const deletingMergedBranches = <Body>(response: EndpointResponse<Body>, answer: () => unknown) =>
  repositoryEndpoint({
    access: { project: "push_code" },
    params: {},
    response,
    async handle(call) {
      const { repository, pusher } = await withPusher(call);
      await repository.run("deleteMergedBranches", pusher, call.now);
      return answer();
    },
  });
