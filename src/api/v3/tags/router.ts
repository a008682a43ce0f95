// Routes of tags and their release notes. Slashes in tag names may be literal or encoded as %2F.
import type { RouteTable } from "../../route-table.ts";
import { createTag } from "./create-tag.ts";
import { deleteTag } from "./delete-tag.ts";
import { getTag } from "./get-tag.ts";
import { listTags } from "./list-tags.ts";
import { createRelease, updateRelease } from "./release-endpoints.ts";

export const tagRoutes: RouteTable = {
  "GET /projects/:id/repository/tags": listTags,
  "POST /projects/:id/repository/tags": createTag,
  "GET /projects/:id/repository/tags/:tag_name{.+}": getTag,
  "DELETE /projects/:id/repository/tags/:tag_name{.+}": deleteTag,
  "POST /projects/:id/repository/tags/:tag_name{.+}/release": createRelease,
  "PUT /projects/:id/repository/tags/:tag_name{.+}/release": updateRelease,
};
