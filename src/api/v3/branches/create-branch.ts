// POST /projects/:id/repository/branches

import { text } from "../../../http/coerce.ts";
import { badRequest } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentBranch } from "../presenters/branch.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";

export const createBranch = repositoryEndpoint({
  access: { project: "push_code" },
  params: { branch_name: required(text), ref: required(text) },
  response: one(presentBranch),
  async handle(call) {
    const { branch_name, ref } = call.params;
    const { repository, pusher } = await withPusher(call);
    const outcome = await repository.run("createBranch", {
      name: refText(branch_name),
      revision: refText(ref),
      pusher,
      at: call.now,
    });
    return respond(outcome, {
      created: ({ branch }) => presentBranch(branch),
      invalid_name: () => badRequest("Branch name is invalid"),
      exists: () => badRequest("Branch already exists"),
      unknown_revision: () => badRequest("Invalid reference name"),
      refused: ({ refusal }) => badRequest(refusal.text),
    });
  },
});
