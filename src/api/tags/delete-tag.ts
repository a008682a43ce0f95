// Deletes a tag, in every version of the API.
import { segment } from "../../http/coerce.ts";
import { ApiError, badRequest } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";

/** @param answer what the response holds */
export const deletingTag = <Body>(response: EndpointResponse<Body>, answer: (name: string) => unknown) =>
  repositoryEndpoint({
    access: { project: "push_code" },
    params: { tag_name: required(segment) },
    response,
    async handle(call) {
      const { tag_name } = call.params;
      const { repository, pusher } = await withPusher(call);
      const outcome = await repository.run("deleteTag", refText(tag_name), pusher, call.now);
      return respond(outcome, {
        deleted: () => answer(tag_name),
        no_such_tag: () => new ApiError(404, { message: "No such tag" }),
        refused: ({ refusal }) => badRequest(refusal.text),
      });
    },
  });
