// GET /projects/:id/repository/tree

import { boolean, text } from "../../../http/coerce.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { presentTreeEntry } from "../../presenters/tree-entry.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { revisionText } from "../../repositories/revision-text.ts";
import { all } from "../../response.ts";

export const listTree = repositoryEndpoint({
  access: "visible_code",
  params: { ref_name: optional(text), path: optional(text), recursive: withDefault<boolean>(boolean, false) },
  response: all(presentTreeEntry),
  async handle(call) {
    const { ref_name, path, recursive } = call.params;
    const { repository } = await withRepository(call);
    const entries = await repository.run("listTree", { revision: revisionText(ref_name), path: path ?? "", recursive });
    if (entries === "no_commit") throw notFound("Tree");
    if (entries === "too_many") throw badRequest("The tree has too many entries to be listed at once");
    return entries.map(presentTreeEntry);
  },
});
