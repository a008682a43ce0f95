// Deletes a branch, in every version of the API.
import { segment } from "../../http/coerce.ts";
import { ApiError, badRequest } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";

/** @param answer what the response holds */
export const deletingBranch = <Body>(response: EndpointResponse<Body>, answer: (name: string) => unknown) =>
  repositoryEndpoint({
    access: { project: "push_code" },
    params: { branch: required(segment) },
    response,
    async handle(call) {
      const { branch } = call.params;
      const { repository, pusher } = await withPusher(call);
      const outcome = await repository.run("deleteBranch", refText(branch), pusher, call.now);
      return respond(outcome, {
        deleted: () => answer(branch),
        no_such_branch: () => new ApiError(404, { message: "No such branch" }),
        default_branch: () => new ApiError(405, { message: "Cannot remove HEAD branch" }),
        protected: () => new ApiError(405, { message: "Protected branch cant be removed" }),
        refused: ({ refusal }) => badRequest(refusal.text),
      });
    },
  });
