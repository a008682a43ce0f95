// Endpoints that read users, for every version of the API.
import { listUsers, type UserOrder, userOrders } from "../../db/queries/users/lists.ts";
import type { UserRow } from "../../db/queries/users/row.ts";
import { findCurrentUser, findUser } from "../../db/queries/users/users.ts";
import { boolean, integer, oneOf, text } from "../../http/coerce.ts";
import { notFound, unauthorized } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional, required, withDefault } from "../../http/params.ts";
import { searchText } from "../../http/search.ts";
import { endpoint, paginate } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withViewerRow } from "../require.ts";
import { one, paged } from "../response.ts";

export const gettingCurrentUser = <Body>(present: PresentRow<UserRow, Body>) =>
  endpoint({
    access: "user",
    readUser: true,
    params: {},
    response: one(present),
    async handle(call) {
      const { viewerRow } = await withViewerRow(call, findCurrentUser(call.viewer));
      if (viewerRow.id === null) throw unauthorized();
      return present(viewerRow, call);
    },
  });

/** The presenters of one user, or of a list's users. */
interface Presenters<Admin, Other> {
  readonly forAdmin: PresentRow<UserRow, Admin>;
  readonly forOthers: PresentRow<UserRow, Other>;
}

export const gettingUser = <Admin, Other>({ forAdmin, forOthers }: Presenters<Admin, Other>) =>
  endpoint({
    access: "user",
    readUser: true,
    params: { id: required(integer) },
    response: one(forAdmin, forOthers),
    async handle(call) {
      const { viewerRow } = await withViewerRow(call, findUser(call.viewer, call.params.id ?? 0));
      if (viewerRow.id === null) throw notFound("User");
      return viewerRow.viewer_admin === 1 ? forAdmin(viewerRow, call) : forOthers(viewerRow, call);
    },
  });

export const userListParams = {
  username: optional(text),
  search: optional(text),
  active: withDefault(boolean, false),
  external: withDefault(boolean, false),
  blocked: withDefault(boolean, false),
  ...paginationParams,
};

/** In v4 the newest users come first. */
export const orderedUserListParams = {
  ...userListParams,
  order_by: withDefault<UserOrder>(oneOf(...userOrders), "id"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
};

export const listingUsers = <Admin, Other>(
  params: typeof userListParams & Partial<typeof orderedUserListParams>,
  { forAdmin, forOthers }: Presenters<Admin, Other>,
) =>
  endpoint({
    access: "user",
    readUser: true,
    params,
    response: paged(forAdmin, forOthers),
    async handle(call) {
      const { username, search, active, external, blocked, order_by = "id", sort = "asc" } = call.params;
      const { perPage, offset } = pageOf(call.params);
      const [size, page] = listUsers(call.viewer, {
        search: searchText(search),
        emails: call.isV4 ? "whole" : "parts",
        username: searchText(username),
        state: active ? "active" : blocked ? "blocked" : null,
        external: external ? 1 : null,
        orderBy: order_by,
        sort,
        limit: perPage,
        offset,
      });
      const { viewerRow, rows } = await withViewerRow(call, size, page);
      const present = viewerRow.viewer_admin === 1 ? forAdmin : forOthers;
      return paginate(call, { rows: rows[0], total: viewerRow.total }, (user) => present(user, call));
    },
  });
