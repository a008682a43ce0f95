// DELETE /projects/:id/repository/merged_branches

import { repositoryEndpoint, withPusher } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentNothing } from "../presenters/plain.ts";

export const deleteMergedBranches = repositoryEndpoint({
  access: { project: "push_code" },
  params: {},
  response: one(presentNothing),
  async handle(call) {
    const { repository, pusher } = await withPusher(call);
    await repository.run("deleteMergedBranches", pusher, call.now);
    return presentNothing();
  },
});
