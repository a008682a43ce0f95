// Endpoints that read namespaces, for every version of the API.
import { findNamespace, listNamespaces, type NamespaceRow } from "../../db/queries/groups/namespaces.ts";
import { boolean, text } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional, withDefault } from "../../http/params.ts";
import { searchText } from "../../http/search.ts";
import { endpoint, paginate } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withViewerRow } from "../require.ts";
import { one, paged } from "../response.ts";

export const namespaceListParams = { search: optional(text), ...paginationParams };

export const ownedNamespaceListParams = { ...namespaceListParams, owned_only: withDefault(boolean, false) };

export const listingNamespaces = <Body>(
  params: typeof namespaceListParams & Partial<typeof ownedNamespaceListParams>,
  present: PresentRow<NamespaceRow, Body>,
) =>
  endpoint({
    access: "user",
    params,
    response: paged(present),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const [size, page] = listNamespaces(call.viewer, {
        search: searchText(call.params.search),
        owned: call.params.owned_only ?? false,
        limit: perPage,
        offset,
      });
      const { viewerRow, rows } = await withViewerRow(call, size, page);
      return paginate(call, { rows: rows[0], total: viewerRow.total }, (row) => present(row, call));
    },
  });

export const gettingNamespace = <Body>(present: PresentRow<NamespaceRow, Body>) =>
  endpoint({
    access: "user",
    params: idParam,
    response: one(present),
    async handle(call) {
      const { viewerRow } = await withViewerRow(call, findNamespace(call.viewer, call.params.id));
      if (viewerRow.id === null) throw notFound("Namespace");
      return present(viewerRow, call);
    },
  });
