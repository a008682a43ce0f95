// PUT /projects/:id/repository/branches/:branch/protect and /unprotect
import { boolean, segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { presentBranch } from "../presenters/branch.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../repositories/repository-endpoint.ts";

export const protectBranch = repositoryEndpoint({
  access: { project: "admin_project" },
  params: {
    branch: required(segment),
    developers_can_push: optional(boolean),
    developers_can_merge: optional(boolean),
  },
  async handle(call) {
    const { branch: name, developers_can_push, developers_can_merge } = call.params;
    const { repository } = await withRepository(call);
    const branch = await repository.run("protectBranch", refText(name), {
      ...(developers_can_push != null && { developersCanPush: developers_can_push }),
      ...(developers_can_merge != null && { developersCanMerge: developers_can_merge }),
    });
    if (branch === null) throw notFound("Branch");
    return presentBranch(branch);
  },
});

export const unprotectBranch = repositoryEndpoint({
  access: { project: "admin_project" },
  params: { branch: required(segment) },
  async handle(call) {
    const { repository } = await withRepository(call);
    const branch = await repository.run("unprotectBranch", refText(call.params.branch));
    if (branch === null) throw notFound("Branch");
    return presentBranch(branch);
  },
});
