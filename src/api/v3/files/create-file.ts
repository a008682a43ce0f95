// POST /projects/:id/repository/files

import { one } from "../../response.ts";
import { presentWrittenFile } from "../presenters/file.ts";
import { repositoryEndpoint } from "../repositories/repository-endpoint.ts";
import { contentParams, creation, writeFile, writtenFileParams } from "./write-file.ts";

export const createFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...writtenFileParams, ...contentParams },
  response: one(presentWrittenFile),
  handle: (call) => writeFile(call, (path) => creation(path, call.params)),
});
