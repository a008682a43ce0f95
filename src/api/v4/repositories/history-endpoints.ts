// GET /projects/:id/repository/merge_base, /contributors and /blobs/:sha
import type { Contributor } from "../../../git/operations/list-contributors.ts";
import { commaList, oneOf, segment, text } from "../../../http/coerce.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, required, sentAs, withDefault } from "../../../http/params.ts";
import { gettingRawBlob } from "../../repositories/get-raw-file.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { revisionText } from "../../repositories/revision-text.ts";
import { one, paged } from "../../response.ts";
import { presentCommit } from "../presenters/commit.ts";
import { presentBlob, presentContributor } from "../presenters/repository.ts";
import { paginateWhole } from "./list-page.ts";

/** Each is resolved and walked from. */
const MOST_REFS = 20;

export const getMergeBase = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { refs: required(commaList(text)) },
  response: one(presentCommit),
  async handle(call) {
    const refs = call.params.refs.map(refText);
    const { project, repository } = await withRepository(call);
    if (refs.length < 2) throw badRequest("Provide at least 2 refs");
    if (refs.length > MOST_REFS) throw badRequest(`Provide at most ${MOST_REFS} refs`);
    const base = await repository.run("findMergeBase", refs);
    switch (base.kind) {
      case "found":
        return presentCommit(base.commit, call, project);
      case "none":
        throw notFound("Merge Base");
      case "unknown":
        throw badRequest(`Could not find ref${base.revisions.length > 1 ? "s" : ""}: ${base.revisions.join(", ")}`);
    }
  },
});

const comparisons = {
  name: (a: Contributor, b: Contributor) => (a.name < b.name ? -1 : 1),
  email: (a: Contributor, b: Contributor) => (a.email < b.email ? -1 : 1),
  commits: (a: Contributor, b: Contributor) => a.commits - b.commits,
} as const;

export const listContributors = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: {
    ref: optional(text),
    order_by: withDefault<keyof typeof comparisons>(oneOf("name", "email", "commits"), "commits"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "asc"),
    ...paginationParams,
  },
  response: paged(presentContributor),
  async handle(call) {
    const { ref, order_by, sort } = call.params;
    const { repository } = await withRepository(call);
    const ascending = (await repository.run("listContributors", revisionText(ref))).sort(comparisons[order_by]);
    return paginateWhole(call, sort === "asc" ? ascending : ascending.reverse(), presentContributor);
  },
});

export const getBlob = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: { sha: required(segment) },
  response: one(presentBlob),
  async handle(call) {
    const { repository } = await withRepository(call);
    const content = await repository.run("readBlob", call.params.sha);
    if (content === null) throw notFound("Blob");
    return presentBlob(call.params.sha.toLowerCase(), content.length, Buffer.from(content).toString("base64"));
  },
});

export const getRawBlob = gettingRawBlob({ blob_id: sentAs(required(segment), "sha") });
