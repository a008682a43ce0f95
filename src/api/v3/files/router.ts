// Routes of files in a repository. The parameter `file_path` names the file.
import type { RouteTable } from "../../route-table.ts";
import { createFile } from "./create-file.ts";
import { deleteFile } from "./delete-file.ts";
import { getFile } from "./get-file.ts";
import { updateFile } from "./update-file.ts";

export const fileRoutes: RouteTable = {
  "GET /projects/:id/repository/files": getFile,
  "POST /projects/:id/repository/files": createFile,
  "PUT /projects/:id/repository/files": updateFile,
  "DELETE /projects/:id/repository/files": deleteFile,
};
