// Endpoints of access requests to groups and projects, for every version of the API.

import { type AccessRequestRow, listAccessRequests } from "../../db/queries/members/access-requests.ts";
import type { MemberRow } from "../../db/queries/members/members.ts";
import { integer } from "../../http/coerce.ts";
import { forbidden, recordNotFound, unprocessable } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional, required } from "../../http/params.ts";
import { approveAccess } from "../../services/access-requests/approve.ts";
import { denyAccess } from "../../services/access-requests/deny.ts";
import { requestAccess } from "../../services/access-requests/request.ts";
import { endpoint, paginate, Reply } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { SourceKind } from "../members/sources.ts";
import type { PresenterContext, PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { type EndpointResponse, one, paged } from "../response.ts";
import { verbContext } from "../verb-context.ts";

/** What the response to a denial holds. */
type Denied = (request: AccessRequestRow, context: PresenterContext) => unknown;

const requestParams = { ...idParam, user_id: required(integer) };

const list = <Body>({ kind, manage, find }: SourceKind, present: PresentRow<AccessRequestRow, Body>) =>
  endpoint({
    access: manage,
    params: { ...idParam, ...paginationParams },
    response: paged(present),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const { rows } = await find(call, ...listAccessRequests({ kind, ...call.params.id }, perPage, offset));
      return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, (row) => present(row, call));
    },
  });

const request = <Body>({ read, find }: SourceKind, present: PresentRow<AccessRequestRow, Body>) =>
  endpoint({
    access: read,
    params: idParam,
    response: one(present, 409),
    async handle(call) {
      const { actor, source, canRequest } = await find(call);
      if (!canRequest) throw forbidden();
      const outcome = await requestAccess(verbContext(call, actor), source);
      return respond(outcome, {
        ...refusals,
        requested: ({ request }) => present(request, call),
        not_taken: () => forbidden(),
      });
    },
  });

const approve = <Body>({ manage, find }: SourceKind, presentMember: PresentRow<MemberRow, Body>) =>
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
const deny = <Body>({ read, find }: SourceKind, response: EndpointResponse<Body>, answer: Denied) =>
  endpoint({
    access: read,
    params: requestParams,
    response,
    async handle(call) {
      const userId = call.params.user_id ?? 0;
      const { actor, source, canManage } = await find(call);
      if (!canManage && userId !== actor.viewer_id) throw forbidden();
      const outcome = await denyAccess(verbContext(call, actor), source, userId);
      return respond(outcome, {
        denied: ({ request }) => answer(request, call),
        no_request: recordNotFound,
      });
    },
  });

interface Presenters<Request, Member, Denial> {
  readonly present: PresentRow<AccessRequestRow, Request>;
  readonly presentMember: PresentRow<MemberRow, Member>;
  readonly denial: EndpointResponse<Denial>;
  readonly denied: Denied;
}

export const accessRequestEndpoints = <Request, Member, Denial>(
  kind: SourceKind,
  { present, presentMember, denial, denied }: Presenters<Request, Member, Denial>,
) => ({
  list: list(kind, present),
  request: request(kind, present),
  approve: approve(kind, presentMember),
  deny: deny(kind, denial, denied),
});
