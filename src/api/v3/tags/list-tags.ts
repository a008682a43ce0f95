// GET /projects/:id/repository/tags

import { projectKey } from "../../../db/queries/projects/row.ts";
import { listReleases } from "../../../db/queries/repositories/releases.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { all } from "../../response.ts";
import { presentTag } from "../presenters/tag.ts";

/** Returns all tags: in v3 this list has no pages. */
export const listTags = repositoryEndpoint({
  access: "visible_code",
  params: {},
  response: all(presentTag),
  async handle(call) {
    const { repository, rows } = await withRepository(call, listReleases(projectKey(call.params.id)));
    const releases = new Map(rows[0].map((release) => [release.tag, release]));
    const tags = await repository.run("listTags");
    return tags.map((tag) => presentTag({ tag, release: releases.get(tag.name) ?? null }));
  },
});
