// DELETE /projects/:id/repository/tags/:tag_name

import { segment } from "../../../http/coerce.ts";
import { ApiError, badRequest } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentDeletedTag } from "../presenters/tag.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";

export const deleteTag = repositoryEndpoint({
  access: { project: "push_code" },
  params: { tag_name: required(segment) },
  response: one(presentDeletedTag),
  async handle(call) {
    const { tag_name } = call.params;
    const { repository, pusher } = await withPusher(call);
    const outcome = await repository.run("deleteTag", refText(tag_name), pusher, call.now);
    return respond(outcome, {
      deleted: () => presentDeletedTag(tag_name),
      no_such_tag: () => new ApiError(404, { message: "No such tag" }),
      refused: ({ refusal }) => badRequest(refusal.text),
    });
  },
});
