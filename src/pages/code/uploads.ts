// GET /:namespace/:project/uploads/:secret/:filename: an uploaded file, by the API's endpoint.
import { getUpload } from "../../api/v4/uploads/upload-endpoints.ts";
import type { Visit } from "../visit.ts";

export async function downloadUpload(visit: Visit): Promise<Response> {
  const [secret, filename] = [visit.param("secret"), visit.param("filename")];
  const response = await visit.api.call(getUpload, { id: visit.projectPath, secret, filename });
  response.headers.set("cache-control", "private, no-cache");
  response.headers.set("vary", "Cookie");
  return response;
}
