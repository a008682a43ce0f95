// DELETE /projects/:id/repository/files

import { one } from "../../response.ts";
import { presentWrittenFile } from "../presenters/file.ts";
import { repositoryEndpoint } from "../repositories/repository-endpoint.ts";
import { writeFile, writtenFileParams } from "./write-file.ts";

export const deleteFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: writtenFileParams,
  response: one(presentWrittenFile),
  handle: (call) => writeFile(call, (path) => ({ action: "delete", path })),
});
