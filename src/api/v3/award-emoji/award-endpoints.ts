// GET, POST .../award_emoji, GET and DELETE of one: under /projects/:id/issues/:issue_id,
// /projects/:id/merge_requests/:merge_request_id, and their notes

import { findAward, listAwards } from "../../../db/queries/noteables/award-emoji.ts";
import { integer, text } from "../../../http/coerce.ts";
import { inspected, notFound, recordNotFound, unauthorized } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { required } from "../../../http/params.ts";
import { giveAward } from "../../../services/award-emoji/give.ts";
import { revokeAward } from "../../../services/award-emoji/revoke.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { requireUnlocked } from "../../issuables.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentAward } from "../presenters/award-emoji.ts";
import { type AwardableKind, missing } from "./awardables.ts";

const list = ({ read, params, key, find }: AwardableKind) =>
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

const get = ({ read, params, key, find }: AwardableKind) =>
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

const give = ({ read, params, find }: AwardableKind) =>
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
const revoke = ({ read, params, key, find }: AwardableKind) =>
  endpoint({
    access: read,
    params: { ...params, award_id: required(integer) },
    response: one(presentAward),
    async handle(call) {
      const { actor, awardable, rows } = await find(call, findAward(key(call.params), call.params.award_id ?? 0));
      const [[award]] = rows;
      if (award === undefined) throw recordNotFound();
      // GitLab's status is 401 rather than 403.
      if (award.user_id !== actor.viewer_id && actor.viewer_admin === 0) throw unauthorized();
      const outcome = await revokeAward(verbContext(call, actor), awardable.project_id, award);
      return respond(outcome, {
        revoked: () => presentAward(award, call),
        gone: recordNotFound,
      });
    },
  });

export const awardEndpoints = (kind: AwardableKind) => ({
  list: list(kind),
  get: get(kind),
  give: give(kind),
  revoke: revoke(kind),
});
