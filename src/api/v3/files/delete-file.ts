// DELETE /projects/:id/repository/files

import { writeFile, writtenFileParams } from "../../files/write-file.ts";
import { repositoryEndpoint } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentWrittenFile } from "../presenters/file.ts";

export const deleteFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: writtenFileParams,
  response: one(presentWrittenFile),
  handle: async (call) =>
    presentWrittenFile({
      path: await writeFile(call, (path) => ({ action: "delete", path })),
      branch: call.params.branch_name,
    }),
});
