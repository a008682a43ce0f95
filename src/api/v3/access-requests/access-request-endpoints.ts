// GET, POST /groups/:id/access_requests, PUT .../:user_id/approve, DELETE .../:user_id, and the same for /projects/:id

import { listAccessRequests } from "../../../db/queries/members/access-requests.ts";
import { integer } from "../../../http/coerce.ts";
import { forbidden, recordNotFound, unprocessable } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { approveAccess } from "../../../services/access-requests/approve.ts";
import { denyAccess } from "../../../services/access-requests/deny.ts";
import { requestAccess } from "../../../services/access-requests/request.ts";
import { endpoint, paginate, Reply } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refusals } from "../../refusals.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentAccessRequest } from "../presenters/access-request.ts";
import { presentMember } from "../presenters/user.ts";
import type { SourceKind } from "./sources.ts";

const requestParams = { ...idParam, user_id: required(integer) };

const list = ({ manage, find }: SourceKind) =>
  endpoint({
    access: manage,
    params: { ...idParam, ...paginationParams },
    response: paged(presentAccessRequest),
    async handle(call) {
      const { source } = await find(call);
      const { perPage, offset } = pageOf(call.params);
      const [rows, [size]] = await call.db.batch(...listAccessRequests(source, perPage, offset));
      return paginate(call, { rows, total: size?.total ?? 0 }, presentAccessRequest);
    },
  });

const request = ({ read, find }: SourceKind) =>
  endpoint({
    access: read,
    params: idParam,
    response: one(presentAccessRequest, 409),
    async handle(call) {
      const { actor, source, canRequest } = await find(call);
      if (!canRequest) throw forbidden();
      const outcome = await requestAccess(verbContext(call, actor), source);
      return respond(outcome, {
        ...refusals,
        requested: ({ request }) => presentAccessRequest(request, call),
        not_taken: () => forbidden(),
      });
    },
  });

const approve = ({ manage, find }: SourceKind) =>
  endpoint({
    access: manage,
    params: { ...requestParams, access_level: optional(integer) },
    response: one(presentMember, 201, 422),
    async handle(call) {
      const { user_id, access_level } = call.params;
      const { actor, source } = await find(call);
      const outcome = await approveAccess(verbContext(call, actor), source, {
        userId: user_id ?? 0,
        level: access_level ?? null,
      });
      return respond(outcome, {
        approved: ({ member }) => new Reply(201, presentMember(member, call)),
        no_request: recordNotFound,
        unknown_level: () => unprocessable("Access level is not known"),
      });
    },
  });

/** For those who manage the members, and for the requesting user. */
const deny = ({ read, find }: SourceKind) =>
  endpoint({
    access: read,
    params: requestParams,
    response: one(presentAccessRequest),
    async handle(call) {
      const userId = call.params.user_id ?? 0;
      const { actor, source, canManage } = await find(call);
      if (!canManage && userId !== actor.viewer_id) throw forbidden();
      const outcome = await denyAccess(verbContext(call, actor), source, userId);
      return respond(outcome, {
        denied: ({ request }) => presentAccessRequest(request, call),
        no_request: recordNotFound,
      });
    },
  });

export const accessRequestEndpoints = (kind: SourceKind) => ({
  list: list(kind),
  request: request(kind),
  approve: approve(kind),
  deny: deny(kind),
});
