// GET, POST /projects/:id/releases/:tag_name/assets/links, GET, PUT, DELETE of one

import { projectKey } from "../../../db/queries/projects/row.ts";
import {
  deleteLink as deletion,
  findReleaseDetail,
  MOST_LINKS,
  type ReleaseLink,
} from "../../../db/queries/repositories/release-details.ts";
import { integer, segment, text } from "../../../http/coerce.ts";
import { badRequest, recordNotFound } from "../../../http/errors.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, type ParamValues, required, sentAs } from "../../../http/params.ts";
import { addLink, editLink } from "../../../services/releases/links.ts";
import type { ProjectCall } from "../../endpoint.ts";
import { refusals } from "../../refusals.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { admitUser } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { linksIn, presentReleaseLink } from "../presenters/release.ts";
import { paginateWhole } from "../repositories/list-page.ts";
import { givenLink, linkType } from "./given-link.ts";

const releaseParams = { tag_name: required(segment) };
const linkParams = { ...releaseParams, link_id: required(integer) };

type ReleaseCall = ProjectCall & { readonly params: ParamValues<typeof releaseParams> };
type LinkCall = ProjectCall & { readonly params: ParamValues<typeof linkParams> };

/** Newest first. @throws ApiError 404 */
async function withLinks(call: ReleaseCall) {
  const tag = refText(call.params.tag_name);
  const { project, rows } = await withRepository(call, findReleaseDetail(projectKey(call.params.id), tag));
  const [[release]] = rows;
  if (release === undefined) throw recordNotFound();
  const links = linksIn(release);
  const present = (link: ReleaseLink) => presentReleaseLink({ link, tag }, call, project);
  const context = () => verbContext(call, admitUser(call, project));
  return { projectId: project.id, tag, links, present, context };
}

async function withLink(call: LinkCall) {
  const { links, ...found } = await withLinks(call);
  const link = links.find(({ id }) => id === call.params.link_id);
  if (link === undefined) throw recordNotFound();
  return { ...found, link, key: { projectId: found.projectId, tag: found.tag, id: link.id } };
}

export const listLinks = repositoryEndpoint({
  access: "visible_code",
  params: { ...releaseParams, ...paginationParams },
  response: paged(presentReleaseLink),
  async handle(call) {
    const { links, present } = await withLinks(call);
    return paginateWhole(call, links, present);
  },
});

export const getLink = repositoryEndpoint({
  access: "visible_code",
  params: linkParams,
  response: one(presentReleaseLink),
  async handle(call) {
    const { link, present } = await withLink(call);
    return present(link);
  },
});

const optionalFields = {
  link_type: optional(linkType),
  filepath: sentAs(optional(text), "direct_asset_path", "filepath"),
};

export const createLink = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...releaseParams, name: required(text), url: required(text), ...optionalFields },
  response: one(presentReleaseLink),
  async handle(call) {
    const { name, url, link_type = null, filepath = null } = call.params;
    const { projectId, tag, links, present, context } = await withLinks(call);
    if (links.length >= MOST_LINKS) throw badRequest(`A release has at most ${MOST_LINKS} links`);
    const link = givenLink({ name, url, link_type, filepath, direct_asset_path: null });
    return respond(await addLink(context(), { projectId, tag }, link), {
      ...refusals,
      written: (outcome) => present(outcome.link),
      none: recordNotFound,
    });
  },
});

export const updateLink = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...linkParams, name: optional(text), url: optional(text), ...optionalFields },
  rules: { atLeastOneOf: ["name", "url", "link_type", "direct_asset_path", "filepath"] },
  response: one(presentReleaseLink),
  async handle(call) {
    const { name, url, link_type, filepath } = call.params;
    const { key, present, context } = await withLink(call);
    const changes = {
      ...(name !== undefined && { name: name ?? "" }),
      ...(url !== undefined && { url: url ?? "" }),
      ...(link_type != null && { link_type }),
      ...(filepath !== undefined && { filepath: filepath || null }),
    };
    return respond(await editLink(context(), key, changes), {
      ...refusals,
      written: ({ link }) => present(link),
      none: recordNotFound,
    });
  },
});

export const deleteLink = repositoryEndpoint({
  access: { project: "push_code" },
  params: linkParams,
  response: one(presentReleaseLink),
  async handle(call) {
    const { key, link, present } = await withLink(call);
    await call.db.batch(deletion(key));
    return present(link);
  },
});
