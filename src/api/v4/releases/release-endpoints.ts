// GET, POST /projects/:id/releases, GET, PUT, DELETE of one

import { projectKey } from "../../../db/queries/projects/row.ts";
import {
  findReleaseDetail,
  listReleaseDetails,
  type ReleaseOrder,
} from "../../../db/queries/repositories/release-details.ts";
import { findCurrentUser } from "../../../db/queries/users/users.ts";
import {
  dateTime,
  type FieldsOf,
  fieldsOf,
  neverTrue,
  noElements,
  nothing,
  objectsOf,
  oneOf,
  orElse,
  segment,
  text,
} from "../../../http/coerce.ts";
import { badRequest, conflict, recordNotFound, unprocessable } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required, withDefault } from "../../../http/params.ts";
import { deleteRelease as remove } from "../../../services/releases/delete.ts";
import { publishRelease } from "../../../services/releases/publish.ts";
import { updateRelease as update } from "../../../services/releases/update.ts";
import { paginate } from "../../endpoint.ts";
import { refusals } from "../../refusals.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher, withRepository } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentRelease } from "../presenters/release.ts";
import { givenLink, linkFields } from "./given-link.ts";

/** Only `false`: the API renders no Markdown. */
const htmlParam = { include_html_description: optional(neverTrue("is not supported")) };

const tagParams = { tag_name: required(segment) };

export const listReleases = repositoryEndpoint({
  access: "visible_code",
  params: {
    order_by: withDefault<ReleaseOrder["by"]>(oneOf("released_at", "created_at"), "released_at"),
    sort: withDefault<ReleaseOrder["direction"]>(oneOf("asc", "desc"), "desc"),
    ...htmlParam,
    ...paginationParams,
  },
  response: paged(presentRelease),
  async handle(call) {
    const { id, order_by: by, sort: direction } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const list = listReleaseDetails(projectKey(id), { by, direction }, perPage, offset);
    const { project, repository, rows } = await withRepository(call, ...list);
    const [releases, [size]] = rows;
    const tags =
      releases.length === 0
        ? []
        : await repository.run(
            "findTags",
            releases.map(({ tag }) => tag),
          );
    const commits = new Map(tags.map(({ name, commit }) => [name, commit]));
    return paginate(call, { rows: releases, total: size?.total ?? 0 }, (release) =>
      presentRelease({ release, commit: commits.get(release.tag) ?? null, now: call.now }, call, project),
    );
  },
});

export const getRelease = repositoryEndpoint({
  access: "visible_code",
  params: { ...tagParams, ...htmlParam },
  response: one(presentRelease),
  async handle(call) {
    const tag = refText(call.params.tag_name);
    const found = await withRepository(call, findReleaseDetail(projectKey(call.params.id), tag));
    const [[release]] = found.rows;
    if (release === undefined) throw recordNotFound();
    const commit = (await found.repository.run("findTag", tag))?.commit ?? null;
    return presentRelease({ release, commit, now: call.now }, call, found.project);
  },
});

const assetFields = { links: orElse(objectsOf(linkFields), nothing("is invalid")) };

const attributes = {
  name: optional(text),
  description: optional(text),
  released_at: optional(dateTime),
  /** Not stored: only an empty list is accepted. */
  milestones: optional(noElements),
};

export const createRelease = repositoryEndpoint({
  access: { project: "push_code" },
  params: {
    tag_name: required(text),
    ref: optional(text),
    tag_message: optional(text),
    ...attributes,
    assets: withDefault<FieldsOf<typeof assetFields>>(fieldsOf(assetFields), { links: null }),
  },
  response: one(presentRelease, 409, 422),
  async handle(call) {
    const { params } = call;
    const { project, actor, pusher, rows } = await withPusher(call, findCurrentUser(call.viewer));
    const [user] = rows[0];
    if (user === undefined || user.id === null) throw call.credentials.unknownViewer();
    const tag = refText(params.tag_name);
    const ref = params.ref ? refText(params.ref) : null;
    const outcome = await publishRelease(
      verbContext(call, actor),
      project.id,
      { ...pusher, name: user.name, email: user.email },
      {
        tag,
        ref,
        tagMessage: params.tag_message ?? "",
        description: params.description ?? "",
        name: params.name || null,
        released_at: params.released_at ?? call.now,
        links: (params.assets.links ?? []).map(givenLink),
      },
    );
    return respond(outcome, {
      ...refusals,
      created: ({ release, commit }) => presentRelease({ release, commit, now: call.now }, call, project),
      exists: () => conflict("Release already exists"),
      no_ref: () => unprocessable("Ref is not specified"),
      invalid_name: () => badRequest("Tag name invalid"),
      unknown_revision: () => badRequest(`Target ${ref ?? ""} is invalid`),
      refused: ({ refusal }) => badRequest(refusal.text),
    });
  },
});

export const updateRelease = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...tagParams, ...attributes },
  rules: { atLeastOneOf: ["name", "description", "released_at", "milestones"] },
  response: one(presentRelease),
  async handle(call) {
    const { tag_name, name, description, released_at } = call.params;
    const { project, actor, repository } = await withPusher(call);
    const tag = refText(tag_name);
    const outcome = await update(verbContext(call, actor), project.id, tag, {
      ...(name !== undefined && { name: name || null }),
      ...(description !== undefined && { description: description ?? "" }),
      ...(released_at != null && { released_at }),
    });
    const commit = (await repository.run("findTag", tag))?.commit ?? null;
    return respond(outcome, {
      ...refusals,
      updated: ({ release }) => presentRelease({ release, commit, now: call.now }, call, project),
      none: recordNotFound,
    });
  },
});

/** The tag stays. */
export const deleteRelease = repositoryEndpoint({
  access: { project: "push_code" },
  params: tagParams,
  response: one(presentRelease),
  async handle(call) {
    const tag = refText(call.params.tag_name);
    const found = await withPusher(call, findReleaseDetail(projectKey(call.params.id), tag));
    const { project, actor, repository, rows } = found;
    const [[release]] = rows;
    if (release === undefined) throw recordNotFound();
    await remove(verbContext(call, actor), project.id, tag);
    const commit = (await repository.run("findTag", tag))?.commit ?? null;
    return presentRelease({ release, commit, now: call.now }, call, project);
  },
});
