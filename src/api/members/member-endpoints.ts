// The endpoints of members that every version of the API has.
import { findMember, listMembers, type MemberRow, type MemberSource } from "../../db/queries/members/members.ts";
import { date, integer, text } from "../../http/coerce.ts";
import { conflict, forbidden, invalidRecord, recordNotFound, unprocessable } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional, required } from "../../http/params.ts";
import { searchText } from "../../http/search.ts";
import { addMember } from "../../services/members/add.ts";
import { removeMember } from "../../services/members/remove.ts";
import { updateMember } from "../../services/members/update.ts";
import { endpoint, paginate } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresenterContext, PresentRow } from "../presenter-context.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { one, paged } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { SourceKind } from "./sources.ts";

const memberParams = { ...idParam, user_id: required(integer) };
const unknownLevel = () => unprocessable("Access level is not known");

type Present<Body> = PresentRow<MemberRow, Body>;

export const listingMembers = <Body>({ kind, read, find }: SourceKind, presentMember: Present<Body>) =>
  endpoint({
    access: read,
    params: { ...idParam, query: optional(text), ...paginationParams },
    response: paged(presentMember),
    async handle(call) {
      const { id, query } = call.params;
      const { perPage: limit, offset } = pageOf(call.params);
      const members = { query: searchText(query), search_emails: 1, ids: null, limit, offset } as const;
      const { rows } = await find(call, ...listMembers({ kind, ...id }, members));
      return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, presentMember);
    },
  });

export const gettingMember = <Body>({ kind, read, find }: SourceKind, presentMember: Present<Body>) =>
  endpoint({
    access: read,
    params: memberParams,
    response: one(presentMember),
    async handle(call) {
      const { id, user_id } = call.params;
      const { rows } = await find(call, findMember({ kind, ...id }, user_id ?? 0));
      const [[member]] = rows;
      if (member === undefined) throw recordNotFound();
      return presentMember(member, call);
    },
  });

export const addingMember = <Body>({ manage, find }: SourceKind, presentMember: Present<Body>) =>
  endpoint({
    access: manage,
    params: { ...idParam, user_id: required(integer), access_level: required(integer), expires_at: optional(date) },
    response: one(presentMember, 409, 422),
    async handle(call) {
      const { user_id, access_level, expires_at } = call.params;
      const { actor, source } = await find(call);
      const outcome = await addMember(verbContext(call, actor), source, {
        userId: user_id ?? 0,
        level: access_level,
        expiresAt: expires_at ?? null,
      });
      return respond(outcome, {
        added: ({ member }) => presentMember(member, call),
        // As in GitLab, a project returns the existing member and a group refuses.
        member_already: ({ member }) =>
          source.kind === "group" || member === undefined
            ? conflict("Member already exists")
            : presentMember(member, call),
        unknown_level: unknownLevel,
        unknown_user: () => invalidRecord({ user: ["can't be blank"] }),
      });
    },
  });

export const updatingMember = <Body>(kind: SourceKind, presentMember: Present<Body>) =>
  endpoint({
    access: kind.manage,
    reproduction: { by: gettingMember(kind, presentMember) },
    params: { ...memberParams, access_level: required(integer), expires_at: optional(date) },
    response: one(presentMember, 422),
    async handle(call) {
      const { user_id, access_level, expires_at } = call.params;
      const { actor, source } = await kind.find(call);
      const outcome = await updateMember(verbContext(call, actor), source, {
        userId: user_id ?? 0,
        level: access_level,
        expiresAt: expires_at,
      });
      return respond(outcome, {
        updated: ({ member }) => presentMember(member, call),
        no_member: recordNotFound,
        unknown_level: unknownLevel,
        last_owner: () => forbidden(),
      });
    },
  });

interface RemovalAnswers {
  removed(member: MemberRow, context: PresenterContext): unknown;
  noMember(userId: number, kind: MemberSource["kind"]): unknown;
}

/** For those who manage the members, and for the member. */
export const removingMember = <Body>(
  { read, find }: SourceKind,
  response: EndpointResponse<Body>,
  answers: RemovalAnswers,
) =>
  endpoint({
    access: read,
    params: memberParams,
    response,
    async handle(call) {
      const userId = call.params.user_id ?? 0;
      const { actor, source, canManage, ownerId } = await find(call);
      if (!canManage && userId !== actor.viewer_id) throw forbidden();
      if (ownerId !== null && userId === ownerId) throw forbidden();
      const outcome = await removeMember(verbContext(call, actor), source, userId);
      return respond(outcome, {
        removed: ({ member }) => answers.removed(member, call),
        no_member: () => answers.noMember(userId, source.kind),
        last_owner: () => forbidden(),
      });
    },
  });
