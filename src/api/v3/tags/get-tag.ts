// GET /projects/:id/repository/tags/:tag_name

import { projectKey } from "../../../db/queries/projects/row.ts";
import { findRelease } from "../../../db/queries/repositories/releases.ts";
import { segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentTag } from "../presenters/tag.ts";

export const getTag = repositoryEndpoint({
  access: "visible_code",
  params: { tag_name: required(segment) },
  response: one(presentTag),
  async handle(call) {
    const name = refText(call.params.tag_name);
    const { repository, rows } = await withRepository(call, findRelease(projectKey(call.params.id), name));
    const tag = await repository.run("findTag", name);
    if (tag === null) throw notFound("Tag");
    return presentTag({ tag, release: rows[0][0] ?? null });
  },
});
