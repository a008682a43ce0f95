// GET /namespaces/:path/exists

import { findPathTaken } from "../../../db/queries/groups/namespaces.ts";
import { integer, segment } from "../../../http/coerce.ts";
import { optional, required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { one } from "../../response.ts";
import { presentExistence } from "../presenters/namespace.ts";

/** If the path is taken. Below a parent none is, because groups do not nest. */
export const namespaceExists = endpoint({
  access: "user",
  params: { path: required(segment), parent_id: optional(integer) },
  response: one(presentExistence),
  async handle(call) {
    const { path, parent_id } = call.params;
    // No path is as long.
    const { viewerRow } = await withViewerRow(call, findPathTaken(call.viewer, path.slice(0, 1_000)));
    return presentExistence(parent_id == null && viewerRow.is_taken === 1);
  },
});
