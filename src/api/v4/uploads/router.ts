// Routes of uploaded files.
import type { RouteTable } from "../../route-table.ts";
import { createUpload, getUpload } from "./upload-endpoints.ts";

export const uploadRoutes: RouteTable = {
  "POST /projects/:id/uploads": createUpload,
  "GET /projects/:id/uploads/:secret/:filename": getUpload,
};
