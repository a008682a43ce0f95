// PUT, GET /projects/:id/packages/generic/:package_name/:package_version/:file_name
import { findNewestFile } from "../../../db/queries/packages/packages.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import type { PackageStatus } from "../../../db/schema/packages.ts";
import { file, matching, oneOf } from "../../../http/coerce.ts";
import { ApiError, badRequest, notFound } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { publishFile } from "../../../services/packages/publish.ts";
import { MOST_UPLOAD_BYTES, uploadName } from "../../../services/uploads/name.ts";
import { Reply } from "../../endpoint.ts";
import { refusals } from "../../refusals.ts";
import { repositoryEndpoint, withPusher, withRepository } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { bytes, one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentPublished, presentPublishedFile } from "../presenters/package.ts";

/** GitLab's rules, without slashes: they name no file of a URL. */
const params = {
  package_name: required(matching(/^[\w.+~-]{1,255}$/)),
  package_version: required(matching(/^(?!.*\.\.)[\w.+-]{1,255}$/)),
  file_name: required(matching(/^(?![~@])[\w.+~@-]{1,255}(?<![~@])$/)),
};

interface Named {
  readonly params: { readonly package_name: string; readonly package_version: string };
}

const nameOf = ({ params: { package_name: name, package_version: version } }: Named) => ({ name, version });

const full = () => badRequest("The uploads of the project have reached their limit of 10000 files or 1 GB");

/** The body is the file, or a form with the file. */
export const publishGenericFile = repositoryEndpoint({
  access: { project: "push_code" },
  rawBody: true,
  params: {
    ...params,
    file: required(file),
    select: optional(oneOf("package_file")),
    status: optional(oneOf<PackageStatus>("default", "hidden")),
  },
  response: one(presentPublished, presentPublishedFile, 201, 413),
  async handle(call) {
    const { file, file_name: fileName, select, status = null } = call.params;
    const { actor, project } = await withPusher(call);
    if (file.size > MOST_UPLOAD_BYTES) throw new ApiError(413, { message: "413 Request Entity Too Large" });
    const content = new Uint8Array(await file.arrayBuffer());
    const of = nameOf(call);
    const outcome = await publishFile(verbContext(call, actor), project.id, { of, fileName, status, content });
    return respond(outcome, {
      published: (result) =>
        new Reply(
          201,
          select ? presentPublishedFile(result.file, call, { ...of, id: project.id }) : presentPublished(),
        ),
      full,
      project_gone: refusals.project_gone,
    });
  },
});

/** The content is untrusted: browsers store it. */
export const downloadGenericFile = repositoryEndpoint({
  access: "visible_code",
  params,
  response: bytes("application/octet-stream"),
  async handle(call) {
    const { id, file_name } = call.params;
    const { repository, rows } = await withRepository(call, findNewestFile(projectKey(id), nameOf(call), file_name));
    const [[found]] = rows;
    if (found === undefined) throw notFound("Package");
    const stored = await repository.run("readUpload", { secret: found.upload, name: uploadName(file_name) });
    if (stored === null) throw notFound("Package");
    return new Response(new Uint8Array(stored.content), {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
        etag: `"${found.sha256}"`,
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
