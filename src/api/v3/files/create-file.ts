// POST /projects/:id/repository/files
import { pathFault } from "../../commits/given-path.ts";
import { contentParams, creation, writeFile, writtenFileParams } from "../../files/write-file.ts";
import { repositoryEndpoint } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentWrittenFile } from "../presenters/file.ts";

export const createFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...writtenFileParams, ...contentParams },
  response: one(presentWrittenFile),
  handle: async (call) =>
    presentWrittenFile({
      path: await writeFile(call, (path) => creation(path, call.params, pathFault)),
      branch: call.params.branch_name,
    }),
});
