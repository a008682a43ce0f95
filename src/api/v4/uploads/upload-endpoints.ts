// POST /projects/:id/uploads, GET /projects/:id/uploads/:secret/:filename
import { findProject } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { file, segment } from "../../../http/coerce.ts";
import { ApiError, badRequest, notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { pictureType } from "../../../http/picture-type.ts";
import { isMember } from "../../../permissions/abilities.ts";
import { MOST_UPLOAD_BYTES, uploadName } from "../../../services/uploads/name.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject, withViewerRow } from "../../require.ts";
import { bytes, one } from "../../response.ts";
import { presentUpload } from "../presenters/upload.ts";

export const createUpload = endpoint({
  access: { project: "read_project" },
  params: { ...idParam, file: required(file) },
  response: one(presentUpload, 413),
  async handle(call) {
    const { file } = call.params;
    const { actor, project } = await withProject(call);
    if (file.size > MOST_UPLOAD_BYTES) throw new ApiError(413, { message: "413 Request Entity Too Large" });
    // 122 random bits.
    const upload = { secret: crypto.randomUUID().replaceAll("-", ""), name: uploadName(file.name) };
    const content = new Uint8Array(await file.arrayBuffer());
    const isByMember = isMember(actor, project.access_level);
    const added = await call.repositories.open(project.id).run("addUpload", upload, content, isByMember);
    if (added === null) throw badRequest("The uploads of the project have reached their limit of 10000 files or 1 GB");
    return presentUpload(added, pictureType(added.name) !== undefined, project);
  },
});

/** The content is untrusted: browsers show pictures, and store anything else. */
export const getUpload = endpoint({
  access: "visible",
  params: { ...idParam, secret: required(segment), filename: required(segment) },
  response: bytes("application/octet-stream", "image/png", "image/jpeg", "image/gif", "image/webp"),
  async handle(call) {
    const { id, secret, filename: name } = call.params;
    const { viewerRow: project } = await withViewerRow(call, findProject(call.viewer, projectKey(id)));
    if (project.id === null) throw notFound("Project");
    const content = await call.repositories.open(project.id).run("readUpload", { secret, name });
    if (content === null) throw notFound("Upload");
    const picture = pictureType(name);
    const disposition = picture === undefined ? "attachment" : "inline";
    return new Response(new Uint8Array(content), {
      headers: {
        "content-type": picture ?? "application/octet-stream",
        "content-disposition": `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        etag: `"${secret}"`,
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
