// Routes of uploaded files.
import type { RouteTable } from "../../route-table.ts";
import {
  createUpload,
  deleteUpload,
  deleteUploadById,
  getUpload,
  getUploadById,
  listUploads,
} from "./upload-endpoints.ts";

export const uploadRoutes: RouteTable = {
  "GET /projects/:id/uploads": listUploads,
  "POST /projects/:id/uploads": createUpload,
  "GET /projects/:id/uploads/:secret/:filename": getUpload,
  "DELETE /projects/:id/uploads/:secret/:filename": deleteUpload,
  "GET /projects/:id/uploads/:upload_id": getUploadById,
  "DELETE /projects/:id/uploads/:upload_id": deleteUploadById,
};
