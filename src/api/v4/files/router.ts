// Routes of files in a repository. Slashes in their paths may be literal or encoded as %2F.
import type { RouteTable } from "../../route-table.ts";
import { blameFile, createFile, deleteFile, getFile, getRawFile, updateFile } from "./file-endpoints.ts";

export const fileRoutes: RouteTable = {
  "GET /projects/:id/repository/files/:file_path{.+}/raw": getRawFile,
  "GET /projects/:id/repository/files/:file_path{.+}/blame": blameFile,
  "GET /projects/:id/repository/files/:file_path{.+}": getFile,
  "POST /projects/:id/repository/files/:file_path{.+}": createFile,
  "PUT /projects/:id/repository/files/:file_path{.+}": updateFile,
  "DELETE /projects/:id/repository/files/:file_path{.+}": deleteFile,
};
