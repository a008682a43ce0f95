// DELETE /projects/:id/repository/branches/:branch

import { segment } from "../../../http/coerce.ts";
import { ApiError, badRequest } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentDeletedBranch } from "../presenters/branch.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";

export const deleteBranch = repositoryEndpoint({
  access: { project: "push_code" },
  params: { branch: required(segment) },
  response: one(presentDeletedBranch, 405),
  async handle(call) {
    const { branch } = call.params;
    const { repository, pusher } = await withPusher(call);
    const outcome = await repository.run("deleteBranch", refText(branch), pusher, call.now);
    return respond(outcome, {
      deleted: () => presentDeletedBranch(branch),
      no_such_branch: () => new ApiError(404, { message: "No such branch" }),
      default_branch: () => new ApiError(405, { message: "Cannot remove HEAD branch" }),
      protected: () => new ApiError(405, { message: "Protected branch cant be removed" }),
      refused: ({ refusal }) => badRequest(refusal.text),
    });
  },
});
