// GET /projects/:id/repository/files

import { text } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { one } from "../../response.ts";
import { presentFile } from "../presenters/file.ts";

export const getFile = repositoryEndpoint({
  access: { project: "download_code" },
  params: { file_path: required(text), ref: required(text) },
  response: one(presentFile),
  async handle(call) {
    const { file_path, ref } = call.params;
    const { repository } = await withRepository(call);
    const found = await repository.run("readFileWithHistory", refText(ref), file_path ?? "");
    if (found === "no_commit") throw notFound("Commit");
    if (found === "no_file") throw notFound("File");
    return presentFile({ ...found, path: file_path ?? "", ref: ref ?? "" });
  },
});
