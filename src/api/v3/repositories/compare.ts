// GET /projects/:id/repository/compare

import { text } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentComparison } from "../presenters/comparison.ts";

export const compare = repositoryEndpoint({
  access: "visible_code",
  params: { from: required(text), to: required(text) },
  response: one(presentComparison),
  async handle(call) {
    const { from, to } = call.params;
    const { repository } = await withRepository(call);
    return presentComparison(await repository.run("compareRevisions", refText(from), refText(to)));
  },
});
