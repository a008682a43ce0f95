// Routes of trees, files, comparisons and archives. Slashes in revisions may be literal or encoded as %2F.

import { getArchive } from "../../repositories/get-archive.ts";
import { getRawBlob, getRawFile } from "../../repositories/get-raw-file.ts";
import type { RouteTable } from "../../route-table.ts";
import { compare } from "./compare.ts";
import { listContributors } from "./list-contributors.ts";
import { listTree } from "./list-tree.ts";

export const repositoryRoutes: RouteTable = {
  "GET /projects/:id/repository/tree": listTree,
  "GET /projects/:id/repository/blobs/:sha{.+}": getRawFile,
  "GET /projects/:id/repository/commits/:sha{.+}/blob": getRawFile,
  "GET /projects/:id/repository/raw_blobs/:blob_id": getRawBlob,
  "GET /projects/:id/repository/compare": compare,
  "GET /projects/:id/repository/contributors": listContributors,
  "GET /projects/:id/repository/archive": getArchive(),
  "GET /projects/:id/repository/archive.tar.gz": getArchive("tar.gz"),
  "GET /projects/:id/repository/archive.tgz": getArchive("tgz"),
  "GET /projects/:id/repository/archive.tar": getArchive("tar"),
  "GET /projects/:id/repository/archive.zip": getArchive("zip"),
};
