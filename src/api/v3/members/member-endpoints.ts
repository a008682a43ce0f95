// GET, POST /groups/:id/members, GET, PUT, DELETE of one, and the same under /projects/:id
import { findMember, listMembers } from "../../../db/queries/members/members.ts";
import { date, integer, text } from "../../../http/coerce.ts";
import { conflict, forbidden, invalidRecord, notFound, recordNotFound, unprocessable } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { addMember } from "../../../services/members/add.ts";
import { removeMember } from "../../../services/members/remove.ts";
import { updateMember } from "../../../services/members/update.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";
import { presentMember } from "../presenters/user.ts";
import type { SourceKind } from "./sources.ts";

const memberParams = { ...idParam, user_id: required(integer) };
const unknownLevel = () => unprocessable("Access level is not known");

export const memberEndpoints = ({ read, manage, find }: SourceKind) => ({
  list: endpoint({
    access: read,
    params: { ...idParam, query: optional(text), ...paginationParams },
    async handle(call) {
      const { source } = await find(call);
      const { perPage, offset } = pageOf(call.params);
      const statements = listMembers(source, searchText(call.params.query), perPage, offset);
      const [rows, [size]] = await call.db.batch(...statements);
      return paginate(call, { rows, total: size?.total ?? 0 }, (member) => presentMember(member, call.baseUrl));
    },
  }),

  get: endpoint({
    access: read,
    params: memberParams,
    async handle(call) {
      const { source } = await find(call);
      const [[member]] = await call.db.batch(findMember(source, call.params.user_id ?? 0));
      if (member === undefined) throw recordNotFound();
      return presentMember(member, call.baseUrl);
    },
  }),

  add: endpoint({
    access: manage,
    params: { ...idParam, user_id: required(integer), access_level: required(integer), expires_at: optional(date) },
    async handle(call) {
      const { user_id, access_level, expires_at } = call.params;
      const { actor, source } = await find(call);
      const outcome = await addMember(verbContext(call, actor), source, {
        userId: user_id ?? 0,
        level: access_level,
        expiresAt: expires_at ?? null,
      });
      switch (outcome.kind) {
        case "added":
          return presentMember(outcome.member, call.baseUrl);
        case "member_already":
          // A project answers with the member as they are; a group refuses.
          if (source.kind === "group" || outcome.member === undefined) throw conflict("Member already exists");
          return presentMember(outcome.member, call.baseUrl);
        case "unknown_level":
          throw unknownLevel();
        case "unknown_user":
          throw invalidRecord({ user: ["can't be blank"] });
      }
    },
  }),

  update: endpoint({
    access: manage,
    params: { ...memberParams, access_level: required(integer), expires_at: optional(date) },
    async handle(call) {
      const { user_id, access_level, expires_at } = call.params;
      const { actor, source } = await find(call);
      const outcome = await updateMember(verbContext(call, actor), source, {
        userId: user_id ?? 0,
        level: access_level,
        expiresAt: expires_at,
      });
      switch (outcome.kind) {
        case "updated":
          return presentMember(outcome.member, call.baseUrl);
        case "no_member":
          throw recordNotFound();
        case "unknown_level":
          throw unknownLevel();
        case "last_owner":
          throw forbidden();
      }
    },
  }),

  /** For who manages the members, and for the member. */
  remove: endpoint({
    access: read,
    params: memberParams,
    async handle(call) {
      const userId = call.params.user_id ?? 0;
      const { actor, source, manages, ownerId } = await find(call);
      if (!manages && userId !== actor.viewer_id) throw forbidden();
      if (ownerId !== null && userId === ownerId) throw forbidden();
      const outcome = await removeMember(verbContext(call, actor), source, userId);
      switch (outcome.kind) {
        case "removed":
          return presentMember(outcome.member, call.baseUrl);
        case "no_member":
          if (source.kind === "group") throw notFound(`Member: user_id:${userId}`);
          return { message: "Access revoked", id: userId };
        case "last_owner":
          throw forbidden();
      }
    },
  }),
});
