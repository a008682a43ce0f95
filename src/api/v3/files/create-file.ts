// POST /projects/:id/repository/files

import { badRequest } from "../../../http/errors.ts";
import { one } from "../../response.ts";
import { pathFault } from "../commits/given-path.ts";
import { presentWrittenFile } from "../presenters/file.ts";
import { repositoryEndpoint } from "../repositories/repository-endpoint.ts";
import { contentParams, sentContent, writeFile, writtenFileParams } from "./write-file.ts";

export const createFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...writtenFileParams, ...contentParams },
  response: one(presentWrittenFile),
  handle: (call) =>
    writeFile(call, (path) => {
      const content = sentContent(path, call.params);
      const fault = pathFault(path);
      if (fault !== null) throw badRequest(`Your changes could not be committed, because the file name ${fault}`);
      return { action: "create", path, content };
    }),
});
