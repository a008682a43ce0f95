// GET /projects/:id/repository/tree and /compare

import { boolean, text } from "../../../http/coerce.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, required, withDefault } from "../../../http/params.ts";
import { presentTreeEntry } from "../../presenters/tree-entry.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { revisionText } from "../../repositories/revision-text.ts";
import { one, paged } from "../../response.ts";
import { presentComparison } from "../presenters/repository.ts";
import { paginateWhole } from "./list-page.ts";

export const listTree = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: {
    ref: optional(text),
    path: optional(text),
    recursive: withDefault<boolean>(boolean, false),
    ...paginationParams,
  },
  response: paged(presentTreeEntry),
  async handle(call) {
    const { ref, path, recursive } = call.params;
    const { project, repository } = await withRepository(call);
    const entries = await repository.run("listTree", { revision: revisionText(ref), path: path ?? "", recursive });
    if (entries === "no_commit" && project.default_branch !== null) throw notFound("Tree");
    if (entries === "too_many") throw badRequest("The tree has too many entries to be listed at once");
    const listed = entries === "no_commit" ? [] : entries;
    // Git has no empty folders.
    if (listed.length === 0 && path) throw notFound("invalid revision or path");
    return paginateWhole(call, listed, presentTreeEntry);
  },
});

export const compare = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: {
    from: required(text),
    to: required(text),
    straight: withDefault<boolean>(boolean, false),
    unidiff: withDefault<boolean>(boolean, false),
  },
  response: one(presentComparison),
  async handle(call) {
    const { straight, unidiff } = call.params;
    const [from, to] = [refText(call.params.from), refText(call.params.to)];
    const { project, repository } = await withRepository(call);
    const comparison = await repository.run("compareRevisions", from, to, straight);
    return presentComparison({ ...comparison, place: project, from, to, isWhole: unidiff }, call);
  },
});
