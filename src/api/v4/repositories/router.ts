// Routes of trees, comparisons, histories, blobs and archives.

import { getArchive, partParams } from "../../repositories/get-archive.ts";
import type { RouteTable } from "../../route-table.ts";
import { getBlob, getMergeBase, getRawBlob, listContributors } from "./history-endpoints.ts";
import { compare, listTree } from "./tree-and-compare.ts";

export const repositoryRoutes: RouteTable = {
  "GET /projects/:id/repository/tree": listTree,
  "GET /projects/:id/repository/compare": compare,
  "GET /projects/:id/repository/merge_base": getMergeBase,
  "GET /projects/:id/repository/contributors": listContributors,
  "GET /projects/:id/repository/blobs/:sha": getBlob,
  "GET /projects/:id/repository/blobs/:sha/raw": getRawBlob,
  "GET /projects/:id/repository/archive": getArchive(undefined, partParams),
  "GET /projects/:id/repository/archive.tar.gz": getArchive("tar.gz", partParams),
  "GET /projects/:id/repository/archive.tgz": getArchive("tgz", partParams),
  "GET /projects/:id/repository/archive.tar": getArchive("tar", partParams),
  "GET /projects/:id/repository/archive.zip": getArchive("zip", partParams),
};
