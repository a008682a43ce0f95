// Routes of tags. Slashes in their names may be literal or encoded as %2F.
import type { RouteTable } from "../../route-table.ts";
import { createTag, deleteTag, getTag, listTags } from "./tag-endpoints.ts";

export const tagRoutes: RouteTable = {
  "GET /projects/:id/repository/tags": listTags,
  "POST /projects/:id/repository/tags": createTag,
  "GET /projects/:id/repository/tags/:tag_name{.+}": getTag,
  "DELETE /projects/:id/repository/tags/:tag_name{.+}": deleteTag,
};
