// DELETE /projects/:id/repository/files
import { repositoryEndpoint } from "../repositories/repository-endpoint.ts";
import { writeFile, writtenFileParams } from "./write-file.ts";

export const deleteFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: writtenFileParams,
  handle: (call) => writeFile(call, (path) => ({ action: "delete", path })),
});
