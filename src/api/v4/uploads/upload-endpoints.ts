// GET, POST /projects/:id/uploads, GET, DELETE of one: by its id, or by its secret and its name
import { findProject } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { findNamesOfUsers } from "../../../db/queries/users/users.ts";
import type { UploadKey } from "../../../git/repository/uploads.ts";
import { file, integer, segment } from "../../../http/coerce.ts";
import { ApiError, badRequest, notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { required } from "../../../http/params.ts";
import { pictureType } from "../../../http/picture-type.ts";
import { isMember } from "../../../permissions/abilities.ts";
import { MOST_UPLOAD_BYTES, newUploadSecret, uploadName } from "../../../services/uploads/name.ts";
import { type Call, endpoint, noContent, type ProjectCall, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withProject, withViewerRow } from "../../require.ts";
import { bytes, empty, one, paged } from "../../response.ts";
import { presentListedUpload, presentUpload } from "../presenters/upload.ts";

export const createUpload = endpoint({
  access: { project: "read_project" },
  params: { ...idParam, file: required(file) },
  response: one(presentUpload, 413),
  async handle(call) {
    const { file } = call.params;
    const { actor, project } = await withProject(call);
    if (file.size > MOST_UPLOAD_BYTES) throw new ApiError(413, { message: "413 Request Entity Too Large" });
    const upload = { secret: newUploadSecret(), name: uploadName(file.name) };
    const content = new Uint8Array(await file.arrayBuffer());
    const origin = { user_id: actor.viewer_id, created_at: call.now };
    const added = await call.repositories
      .open(project.id)
      .run("addUpload", upload, content, { ...origin, isByMember: isMember(actor, project.access_level) });
    if (added === null) throw badRequest("The uploads of the project have reached their limit of 10000 files or 1 GB");
    return presentUpload(added, pictureType(added.name) !== undefined, project);
  },
});

const addressParams = { ...idParam, secret: required(segment), filename: required(segment) };
const idParams = { ...idParam, upload_id: required(integer) };
const files = bytes("application/octet-stream", "image/png", "image/jpeg", "image/gif", "image/webp");

export const getUpload = endpoint({
  access: "visible",
  params: addressParams,
  response: files,
  async handle(call) {
    const { id, secret, filename: name } = call.params;
    const { viewerRow: project } = await withViewerRow(call, findProject(call.viewer, projectKey(id)));
    if (project.id === null) throw notFound("Project");
    return readFile(call, project.id, { secret, name });
  },
});

export const getUploadById = endpoint({
  access: { project: "admin_project" },
  params: idParams,
  response: files,
  async handle(call) {
    const { project } = await withProject(call);
    return readFile(call, project.id, { id: call.params.upload_id ?? 0 });
  },
});

/** The content is untrusted: browsers show pictures, and store anything else. */
async function readFile({ repositories }: Call, projectId: number, key: UploadKey): Promise<Response> {
  const upload = await repositories.open(projectId).run("readUpload", key);
  if (upload === null) throw notFound("Upload");
  const { secret, name, content } = upload;
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
}

export const listUploads = endpoint({
  access: { project: "admin_project" },
  params: { ...idParam, ...paginationParams },
  response: paged(presentListedUpload),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const { project } = await withProject(call);
    const page = await call.repositories.open(project.id).run("pageOfUploads", perPage, offset);
    const ids = page.rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]));
    const [users] = ids.length === 0 ? [[]] : await call.db.batch(findNamesOfUsers(ids));
    return paginate(call, page, (upload) =>
      presentListedUpload(
        upload,
        users.find(({ id }) => id === upload.user_id),
      ),
    );
  },
});

async function remove(call: ProjectCall, key: UploadKey) {
  const { project } = await withProject(call);
  if (!(await call.repositories.open(project.id).run("deleteUpload", key))) throw notFound("Upload");
  return noContent();
}

export const deleteUpload = endpoint({
  access: { project: "admin_project" },
  params: addressParams,
  response: empty(204),
  handle: (call) => remove(call, { secret: call.params.secret, name: call.params.filename }),
});

export const deleteUploadById = endpoint({
  access: { project: "admin_project" },
  params: idParams,
  response: empty(204),
  handle: (call) => remove(call, { id: call.params.upload_id ?? 0 }),
});
