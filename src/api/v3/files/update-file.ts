// PUT /projects/:id/repository/files

import { contentParams, sentContent, writeFile, writtenFileParams } from "../../files/write-file.ts";
import { repositoryEndpoint } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentWrittenFile } from "../presenters/file.ts";

/** Does not check the name: an existing file may have any name that git allows. */
export const updateFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...writtenFileParams, ...contentParams },
  response: one(presentWrittenFile),
  handle: async (call) =>
    presentWrittenFile({
      path: await writeFile(call, (path) => ({ action: "update", path, content: sentContent(path, call.params) })),
      branch: call.params.branch_name,
    }),
});
