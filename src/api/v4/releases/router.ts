// Routes of releases and their links. Slashes in names of tags may be literal or encoded as %2F.
import type { RouteTable } from "../../route-table.ts";
import { getBelowLatestRelease, getLatestRelease } from "./latest-release.ts";
import { createLink, deleteLink, getLink, listLinks, updateLink } from "./link-endpoints.ts";
import { createRelease, deleteRelease, getRelease, listReleases, updateRelease } from "./release-endpoints.ts";

export const releaseRoutes: RouteTable = {
  "GET /projects/:id/releases": listReleases,
  "POST /projects/:id/releases": createRelease,
  "GET /projects/:id/releases/permalink/latest": getLatestRelease,
  "GET /projects/:id/releases/permalink/latest/:suffix_path{.+}": getBelowLatestRelease,
  "GET /projects/:id/releases/:tag_name{.+}/assets/links": listLinks,
  "POST /projects/:id/releases/:tag_name{.+}/assets/links": createLink,
  "GET /projects/:id/releases/:tag_name{.+}/assets/links/:link_id": getLink,
  "PUT /projects/:id/releases/:tag_name{.+}/assets/links/:link_id": updateLink,
  "DELETE /projects/:id/releases/:tag_name{.+}/assets/links/:link_id": deleteLink,
  "GET /projects/:id/releases/:tag_name{.+}": getRelease,
  "PUT /projects/:id/releases/:tag_name{.+}": updateRelease,
  "DELETE /projects/:id/releases/:tag_name{.+}": deleteRelease,
};
