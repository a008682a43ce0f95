// PUT /projects/:id/repository/branches/:branch/protect and /unprotect
import { boolean, segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { withProtector } from "../../branches/with-protector.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentBranch } from "../presenters/branch.ts";

export const protectBranch = repositoryEndpoint({
  access: { project: "admin_project" },
  params: {
    branch: required(segment),
    developers_can_push: optional(boolean),
    developers_can_merge: optional(boolean),
  },
  response: one(presentBranch),
  async handle(call) {
    const { branch: name, developers_can_push, developers_can_merge } = call.params;
    const { repository, by } = await withProtector(call);
    const changes = {
      ...(developers_can_push != null && { developersCanPush: developers_can_push }),
      ...(developers_can_merge != null && { developersCanMerge: developers_can_merge }),
    };
    const branch = await repository.run("protectBranch", refText(name), changes, by);
    if (branch === null) throw notFound("Branch");
    return presentBranch(branch);
  },
});

export const unprotectBranch = repositoryEndpoint({
  access: { project: "admin_project" },
  params: { branch: required(segment) },
  response: one(presentBranch),
  async handle(call) {
    const { repository, by } = await withProtector(call);
    const branch = await repository.run("unprotectBranch", refText(call.params.branch), by);
    if (branch === null) throw notFound("Branch");
    return presentBranch(branch);
  },
});
