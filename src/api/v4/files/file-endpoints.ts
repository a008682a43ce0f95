// GET, POST, PUT, DELETE /projects/:id/repository/files/:file_path, and GET .../raw
import type { FileWithHistory } from "../../../git/operations/read-file.ts";
import { boolean, segment, text } from "../../../http/coerce.ts";
import { contentSha256 } from "../../../http/conditional.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { optional, type ParamValues, required, sentAs } from "../../../http/params.ts";
import { traversalFault } from "../../commits/given-path.ts";
import { noContent, type ProjectCall, Reply } from "../../endpoint.ts";
import { contentParams, creation, sentContent, writeFile, writtenFileParams } from "../../files/write-file.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { revisionText } from "../../repositories/revision-text.ts";
import { all, bytes, empty, one } from "../../response.ts";
import { startOf, startParams } from "../commits/start-params.ts";
import { presentBlame } from "../presenters/commit.ts";
import { presentFile, presentWrittenFile } from "../presenters/repository.ts";

const fileParams = { file_path: required(segment), ref: optional(text) };

/** @throws ApiError 404 */
async function withFile(call: ProjectCall & { readonly params: ParamValues<typeof fileParams> }) {
  const { file_path: path } = call.params;
  const ref = revisionText(call.params.ref);
  const { repository } = await withRepository(call);
  const found = await repository.run("readFileWithHistory", ref, path);
  if (found === "no_commit") throw notFound("Commit");
  if (found === "no_file") throw notFound("File");
  const content = Buffer.from(found.base64, "base64");
  return { file: { ...found, path, ref, sha256: contentSha256(content) }, content };
}

type Found = Awaited<ReturnType<typeof withFile>>["file"];

/** What HEAD requests want to know. */
const headersOf = (file: Found): Record<string, string> => ({
  "x-gitlab-file-name": encodeURIComponent(presentFile(file).file_name),
  "x-gitlab-file-path": encodeURIComponent(file.path).replaceAll("%2F", "/"),
  "x-gitlab-size": String(file.size),
  "x-gitlab-encoding": "base64",
  "x-gitlab-content-sha256": file.sha256,
  "x-gitlab-ref": encodeURIComponent(file.ref),
  "x-gitlab-blob-id": file.blob,
  "x-gitlab-commit-id": file.commit,
  "x-gitlab-last-commit-id": file.lastCommit,
  "x-gitlab-execute-filemode": String(file.isExecutable),
});

export const getFile = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: fileParams,
  response: one(presentFile),
  async handle(call) {
    const { file } = await withFile(call);
    return new Reply(200, presentFile(file), headersOf(file));
  },
});

/** The content is untrusted: the headers keep browsers from running it. */
export const getRawFile = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: fileParams,
  response: bytes("text/plain"),
  async handle(call) {
    const { file, content } = await withFile(call);
    return new Response(new Uint8Array(content), {
      headers: {
        "content-type": "text/plain",
        etag: `"${file.blob}"`,
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        ...headersOf(file),
      },
    });
  },
});

export const blameFile = repositoryEndpoint({
  access: "visible_code",
  readRepository: true,
  params: fileParams,
  response: all(presentBlame),
  async handle(call) {
    const { file_path: path, ref } = call.params;
    const { project, repository } = await withRepository(call);
    const blame = await repository.run("blameFile", revisionText(ref), path);
    if (blame === "no_commit") throw notFound("Commit");
    if (blame === "no_file") throw notFound("File");
    if (blame === "too_much") throw badRequest("The file or its history is too long to be blamed");
    return blame.map((group) => presentBlame(group, call, project));
  },
});

const branch = {
  ...writtenFileParams,
  branch_name: sentAs(writtenFileParams.branch_name, "branch"),
  ...startParams,
};
const filemode = { execute_filemode: optional(boolean) };
const changed = { ...branch, file_path: required(segment), last_commit_id: optional(text) };

type ChangeCall = ProjectCall & { readonly params: ParamValues<typeof changed> };

/** @throws ApiError 400 if the file has another last commit than the client knows */
async function refuseOutdated(call: ChangeCall): Promise<void> {
  const { last_commit_id, branch_name, file_path } = call.params;
  if (!last_commit_id) return;
  const { repository } = await withRepository(call);
  const found: FileWithHistory | string = await repository.run(
    "readFileWithHistory",
    refText(startOf(call.params) ?? branch_name),
    file_path,
  );
  if (typeof found !== "string" && found.lastCommit !== last_commit_id) {
    throw badRequest("You are attempting to update a file that has changed since you started editing it.");
  }
}

export const createFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...branch, ...contentParams, ...filemode, file_path: required(segment) },
  response: one(presentWrittenFile),
  handle: async (call) =>
    presentWrittenFile(
      await writeFile(
        call,
        (path) => creation(path, call.params, traversalFault, call.params.execute_filemode ?? undefined),
        startOf(call.params),
      ),
      call.params.branch_name,
    ),
});

export const updateFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: { ...changed, ...contentParams, ...filemode },
  response: one(presentWrittenFile),
  async handle(call) {
    await refuseOutdated(call);
    const path = await writeFile(
      call,
      (name) => ({
        action: "update",
        path: name,
        content: sentContent(name, call.params),
        isExecutable: call.params.execute_filemode ?? undefined,
      }),
      startOf(call.params),
    );
    return presentWrittenFile(path, call.params.branch_name);
  },
});

export const deleteFile = repositoryEndpoint({
  access: { project: "push_code" },
  params: changed,
  response: empty(204),
  async handle(call) {
    await refuseOutdated(call);
    await writeFile(call, (path) => ({ action: "delete", path }), startOf(call.params));
    return noContent();
  },
});
