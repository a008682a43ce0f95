// DELETE /projects/:id/repository/merged_branches
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";

export const deleteMergedBranches = repositoryEndpoint({
  access: { project: "push_code" },
  params: {},
  async handle(call) {
    const { repository, pusher } = await withPusher(call);
    await repository.run("deleteMergedBranches", pusher, call.now);
    return {};
  },
});
