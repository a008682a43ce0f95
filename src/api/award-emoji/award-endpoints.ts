// GET, POST .../award_emoji, GET and DELETE of one: under issues, merge requests and their notes, in every version of the
// API

import { type AwardRow, findAward, listAwards } from "../../db/queries/noteables/award-emoji.ts";
import { integer, text } from "../../http/coerce.ts";
import { inspected, notFound, recordNotFound, unauthorized } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { required } from "../../http/params.ts";
import { giveAward } from "../../services/award-emoji/give.ts";
import { revokeAward } from "../../services/award-emoji/revoke.ts";
import { endpoint, paginate } from "../endpoint.ts";
import { requireUnlocked } from "../issuables.ts";
import type { PresentRow } from "../presenter-context.ts";
import { respond } from "../respond.ts";
import { type EndpointResponse, one, paged } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { type AwardableKind, missing } from "./awardables.ts";

const list = <Body>({ read, params, key, find }: AwardableKind, presentAward: PresentRow<AwardRow, Body>) =>
  endpoint({
    access: read,
    params: { ...params, ...paginationParams },
    response: paged(presentAward),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const { rows } = await find(call, ...listAwards(key(call.params), perPage, offset));
      const [awards, [size]] = rows;
      return paginate(call, { rows: awards, total: size?.total ?? 0 }, presentAward);
    },
  });

const get = <Body>({ read, params, key, find }: AwardableKind, presentAward: PresentRow<AwardRow, Body>) =>
  endpoint({
    access: read,
    params: { ...params, award_id: required(integer) },
    response: one(presentAward),
    async handle(call) {
      const { rows } = await find(call, findAward(key(call.params), call.params.award_id ?? 0));
      const [[award]] = rows;
      if (award === undefined) throw recordNotFound();
      return presentAward(award, call);
    },
  });

const give = <Body>({ read, params, find }: AwardableKind, presentAward: PresentRow<AwardRow, Body>) =>
  endpoint({
    access: read,
    params: { ...params, name: required(text) },
    response: one(presentAward),
    async handle(call) {
      const { actor, awardable, issuable } = await find(call);
      requireUnlocked({ actor, issuable });
      const outcome = await giveAward(verbContext(call, actor), awardable, call.params.name ?? "");
      return respond(outcome, {
        given: ({ award }) => presentAward(award, call),
        // GitLab responds to validation errors with 404.
        invalid: ({ reasons }) => notFound(`Award Emoji ${inspected({ name: reasons })}`),
        not_awardable: missing,
        gone: missing,
      });
    },
  });

/** For the giver and administrators. */
const revoke = <Body>(
  { read, params, key, find }: AwardableKind,
  response: EndpointResponse<Body>,
  answer: PresentRow<AwardRow, unknown>,
) =>
  endpoint({
    access: read,
    params: { ...params, award_id: required(integer) },
    response,
    async handle(call) {
      const { actor, awardable, rows } = await find(call, findAward(key(call.params), call.params.award_id ?? 0));
      const [[award]] = rows;
      if (award === undefined) throw recordNotFound();
      // GitLab's status is 401 rather than 403.
      if (award.user_id !== actor.viewer_id && actor.viewer_admin === 0) throw unauthorized();
      const outcome = await revokeAward(verbContext(call, actor), awardable.project_id, award);
      return respond(outcome, {
        revoked: () => answer(award, call),
        gone: recordNotFound,
      });
    },
  });

/** @param revoked what DELETE responds with */
export const awardEndpoints = <Body, Revoked>(
  kind: AwardableKind,
  present: PresentRow<AwardRow, Body>,
  revoked: { readonly response: EndpointResponse<Revoked>; readonly answer: PresentRow<AwardRow, unknown> },
) => ({
  list: list(kind, present),
  get: get(kind, present),
  give: give(kind, present),
  revoke: revoke(kind, revoked.response, revoked.answer),
});
