// GET, POST /projects/:id/repository/tags, GET, DELETE of one

import { projectKey } from "../../../db/queries/projects/row.ts";
import { findRelease, listReleases } from "../../../db/queries/repositories/releases.ts";
import type { TagRecord } from "../../../git/repository/tag-record.ts";
import { oneOf, segment, text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, required, withDefault } from "../../../http/params.ts";
import { noContent } from "../../endpoint.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { empty, one, paged } from "../../response.ts";
import { creatingTag, newTagParams } from "../../tags/create-tag.ts";
import { deletingTag } from "../../tags/delete-tag.ts";
import { presentTag } from "../presenters/repository.ts";
import { paginateWhole } from "../repositories/list-page.ts";
import { nameFilter } from "../repositories/name-search.ts";

type Order = "name" | "updated" | "version";

/** Names are unique. */
const byText = (a: string, b: string): number => (a < b ? -1 : 1);
const versions = new Intl.Collator("en", { numeric: true });

/** In ascending order. `updated` is the time of the commit. */
const comparisons: Record<Order, (a: TagRecord, b: TagRecord) => number> = {
  name: (a, b) => byText(a.name, b.name),
  updated: (a, b) => (a.commit?.committer.time ?? 0) - (b.commit?.committer.time ?? 0) || byText(a.name, b.name),
  version: (a, b) => versions.compare(a.name, b.name),
};

export const listTags = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: {
    order_by: withDefault<Order>(oneOf("name", "updated", "version"), "updated"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
    search: optional(text),
    ...paginationParams,
  },
  response: paged(presentTag),
  async handle(call) {
    const { id, order_by, sort, search } = call.params;
    const { project, repository, rows } = await withRepository(call, listReleases(projectKey(id)));
    const releases = new Map(rows[0].map((release) => [release.tag, release]));
    const ascending = (await repository.run("listTags")).filter(nameFilter(search)).sort(comparisons[order_by]);
    return paginateWhole(call, sort === "asc" ? ascending : ascending.toReversed(), (tag) =>
      presentTag({ tag, release: releases.get(tag.name) ?? null }, call, project),
    );
  },
});

export const getTag = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { tag_name: required(segment) },
  response: one(presentTag),
  async handle(call) {
    const name = refText(call.params.tag_name);
    const { project, repository, rows } = await withRepository(call, findRelease(projectKey(call.params.id), name));
    const tag = await repository.run("findTag", name);
    if (tag === null) throw notFound("Tag");
    return presentTag({ tag, release: rows[0][0] ?? null }, call, project);
  },
});

export const createTag = creatingTag(newTagParams, presentTag);
export const deleteTag = deletingTag(empty(204), noContent);
