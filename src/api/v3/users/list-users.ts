// GET /users

import { listUsers as query } from "../../../db/queries/users/lists.ts";
import { boolean, text } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentUserBasic, presentUserPublic } from "../presenters/user.ts";

export const listUsers = endpoint({
  access: "user",
  readUser: true,
  params: {
    username: optional(text),
    search: optional(text),
    active: withDefault(boolean, false),
    external: withDefault(boolean, false),
    blocked: withDefault(boolean, false),
    ...paginationParams,
  },
  response: paged(presentUserPublic, presentUserBasic),
  async handle(call) {
    const { username, search, active, external, blocked } = call.params;
    const { perPage, offset } = pageOf(call.params);
    const [size, page] = query(call.viewer, {
      search: searchText(search),
      username: searchText(username),
      state: active ? "active" : blocked ? "blocked" : null,
      external: external ? 1 : null,
      limit: perPage,
      offset,
    });
    const { viewerRow, rows } = await withViewerRow(call, size, page);
    const present = viewerRow.viewer_admin === 1 ? presentUserPublic : presentUserBasic;
    return paginate(call, { rows: rows[0], total: viewerRow.total }, (user) => present(user, call));
  },
});
