// Routes of generic packages.
import type { RouteTable } from "../../route-table.ts";
import { downloadGenericFile, publishGenericFile } from "./generic-files.ts";
import {
  deleteFileOfPackage,
  deleteOnePackage,
  getPackage,
  listFilesOfPackage,
  listProjectPackages,
} from "./package-endpoints.ts";

export const packageRoutes: RouteTable = {
  "GET /projects/:id/packages/generic/:package_name/:package_version/:file_name": downloadGenericFile,
  "PUT /projects/:id/packages/generic/:package_name/:package_version/:file_name": publishGenericFile,
  "GET /projects/:id/packages": listProjectPackages,
  "GET /projects/:id/packages/:package_id": getPackage,
  "DELETE /projects/:id/packages/:package_id": deleteOnePackage,
  "GET /projects/:id/packages/:package_id/package_files": listFilesOfPackage,
  "DELETE /projects/:id/packages/:package_id/package_files/:package_file_id": deleteFileOfPackage,
};
