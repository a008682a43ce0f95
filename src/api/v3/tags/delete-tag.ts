// DELETE /projects/:id/repository/tags/:tag_name
import { segment } from "../../../http/coerce.ts";
import { ApiError, badRequest } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";

export const deleteTag = repositoryEndpoint({
  access: { project: "push_code" },
  params: { tag_name: required(segment) },
  async handle(call) {
    const { tag_name } = call.params;
    const { repository, pusher } = await withPusher(call);
    const outcome = await repository.run("deleteTag", refText(tag_name), pusher, call.now);
    switch (outcome.kind) {
      case "deleted":
        return { tag_name };
      case "no_such_tag":
        throw new ApiError(404, { message: "No such tag" });
      case "refused":
        throw badRequest(outcome.refusal.text);
    }
  },
});
