// GET /projects/:id/repository/compare

import { text } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { one } from "../../response.ts";
import { presentComparison } from "../presenters/comparison.ts";
import { refText } from "./ref-text.ts";
import { repositoryEndpoint, withRepository } from "./repository-endpoint.ts";

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
