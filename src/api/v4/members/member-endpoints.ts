// GET, POST /groups/:id/members, GET, PUT, DELETE of one, /members/all, and the same under /projects/:id

import { listAllMembers } from "../../../db/queries/members/all-members.ts";
import { listMembers } from "../../../db/queries/members/members.ts";
import { findUserByUsername } from "../../../db/queries/users/users.ts";
import { commaList, date, integer, text } from "../../../http/coerce.ts";
import { badParameters, conflict, invalidRecord, notFound, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { addMember } from "../../../services/members/add.ts";
import { endpoint, noContent, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { gettingMember, removingMember, updatingMember } from "../../members/member-endpoints.ts";
import type { SourceKind } from "../../members/sources.ts";
import { respond } from "../../respond.ts";
import { empty, one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentMember, presentSuccess } from "../presenters/member.ts";

/** @param isAll true to add the members of a project's group, and the owner of its namespace */
const list = ({ kind, read, find }: SourceKind, isAll: boolean) =>
  endpoint({
    access: read,
    params: { ...idParam, query: optional(text), user_ids: optional(commaList(integer)), ...paginationParams },
    response: paged(presentMember),
    async handle(call) {
      const { id, user_ids = [] } = call.params;
      const { perPage: limit, offset } = pageOf(call.params);
      const ids = user_ids.length === 0 ? null : user_ids.flatMap((id) => id ?? []);
      const query = { query: searchText(call.params.query), search_emails: 0, ids, limit, offset } as const;
      const source = { kind, ...id };
      const statements = isAll
        ? listAllMembers(source, { ...query, today: call.viewer.today })
        : listMembers(source, query);
      const { rows } = await find(call, ...statements);
      return paginate(call, { rows: rows[0], total: rows[1][0]?.total ?? 0 }, (row) => presentMember(row, call));
    },
  });

const getFromAll = ({ kind, read, find }: SourceKind) =>
  endpoint({
    access: read,
    params: { ...idParam, user_id: required(integer) },
    response: one(presentMember),
    async handle(call) {
      const { id, user_id } = call.params;
      const { today } = call.viewer;
      const query = { today, query: null, search_emails: 0, ids: [user_id ?? 0], limit: 1, offset: 0 } as const;
      const { rows } = await find(call, ...listAllMembers({ kind, ...id }, query));
      const [[member]] = rows;
      if (member === undefined) throw recordNotFound();
      return presentMember(member, call);
    },
  });

/** Users are added one after the other; the first refusal ends it. */
const add = ({ manage, find }: SourceKind) =>
  endpoint({
    access: manage,
    params: {
      ...idParam,
      user_id: optional(commaList(integer)),
      username: optional(text),
      access_level: required(integer),
      expires_at: optional(date),
    },
    rules: { atLeastOneOf: ["user_id", "username"] },
    response: one(presentMember, presentSuccess, 409),
    async handle(call) {
      const { user_id = [], username, access_level: level, expires_at } = call.params;
      const { actor, source } = await find(call);
      const [[named]] = username ? await call.db.batch(findUserByUsername(username)) : [[]];
      if (username && named === undefined) throw notFound("User");
      const ids = [...user_id, ...(named === undefined ? [] : [named.id])];
      if (ids.length === 0) throw badParameters(["user_id is empty"]);
      let body: unknown;
      for (const userId of ids) {
        const params = { userId: userId ?? 0, level, expiresAt: expires_at ?? null };
        const outcome = await addMember(verbContext(call, actor), source, params);
        body = await respond(outcome, {
          added: ({ member }) => presentMember(member, call),
          member_already: () => conflict("Member already exists"),
          unknown_level,
          unknown_user: () => notFound("User"),
        });
      }
      return ids.length === 1 ? body : presentSuccess();
    },
  });

const unknown_level = () => invalidRecord({ access_level: ["is not included in the list"] });

export const memberEndpoints = (kind: SourceKind) => ({
  list: list(kind, false),
  listAll: list(kind, true),
  getFromAll: getFromAll(kind),
  get: gettingMember(kind, presentMember),
  add: add(kind),
  update: updatingMember(kind, presentMember),
  remove: removingMember(kind, empty(204), { removed: noContent, noMember: () => notFound("Member") }),
});
