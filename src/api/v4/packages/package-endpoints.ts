// Lists, single ones and deletion of packages and their files.
import {
  findPackage,
  findPackageUploads,
  listPackageFiles,
  listPackages,
  type PackageOrder,
} from "../../../db/queries/packages/packages.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import type { PackageStatus } from "../../../db/schema/packages.ts";
import { integer, oneOf, text } from "../../../http/coerce.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required, withDefault } from "../../../http/params.ts";
import { type DeleteOutcome, removePackage, removePackageFile } from "../../../services/packages/delete.ts";
import { noContent, type ProjectCall, paginate } from "../../endpoint.ts";
import { recordId } from "../../issuables.ts";
import { repositoryEndpoint, withPusher, withRepository } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { empty, one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentPackage, presentPackageFile } from "../presenters/package.ts";

const noPackage = () => notFound("Package");

/** Of another type than `generic` there is none. */
export const listProjectPackages = repositoryEndpoint({
  access: "visible_code",
  params: {
    package_type: optional(text),
    package_name: optional(text),
    package_version: optional(text),
    status: withDefault<PackageStatus>(oneOf("default", "hidden"), "default"),
    order_by: withDefault<PackageOrder>(oneOf("created_at", "name", "version", "type"), "created_at"),
    sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "asc"),
    ...paginationParams,
  },
  response: paged(presentPackage),
  async handle(call) {
    const { id, package_type, package_name, package_version, status, order_by: order, sort } = call.params;
    const { perPage: limit, offset } = pageOf(call.params);
    const filters = { status, name: package_name ?? "", version: package_version || null };
    const statements = listPackages(projectKey(id), { order, sort, ...filters, limit, offset });
    const { rows } = await withRepository(call, ...statements);
    const [page, [size]] = rows;
    const isOther = Boolean(package_type) && package_type !== "generic";
    return paginate(call, isOther ? { rows: [], total: 0 } : { rows: page, total: size?.total ?? 0 }, presentPackage);
  },
});

const ofPackage = { package_id: required(integer) };

export const getPackage = repositoryEndpoint({
  access: "visible_code",
  params: ofPackage,
  response: one(presentPackage),
  async handle(call) {
    const { id, package_id } = call.params;
    const { rows } = await withRepository(call, findPackage(projectKey(id), recordId(package_id)));
    const [[found]] = rows;
    if (found === undefined) throw noPackage();
    return presentPackage(found, call);
  },
});

export const listFilesOfPackage = repositoryEndpoint({
  access: "visible_code",
  params: { ...ofPackage, ...paginationParams },
  response: paged(presentPackageFile),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const [project, id] = [projectKey(call.params.id), recordId(call.params.package_id)];
    const statements = [findPackage(project, id), ...listPackageFiles(project, id, perPage, offset)] as const;
    const { rows } = await withRepository(call, ...statements);
    const [[found], files, [size]] = rows;
    if (found === undefined) throw noPackage();
    return paginate(call, { rows: files, total: size?.total ?? 0 }, presentPackageFile);
  },
});

/** Masters delete, while the project is not archived. @param fileId null for the package with all of its files */
async function findForDeletion(call: ProjectCall, packageId: number, fileId: number | null) {
  const key = projectKey(call.params.id);
  const found = await withPusher(call, findPackage(key, packageId), findPackageUploads(key, packageId, fileId));
  const [[row], files] = found.rows;
  if (found.project.archived === 1) throw forbidden();
  if (row === undefined || (fileId !== null && files.length === 0)) throw noPackage();
  return { ...found, uploads: files.map(({ upload }) => upload) };
}

const answer = (outcome: DeleteOutcome) => respond(outcome, { deleted: noContent, gone: noPackage });

export const deleteOnePackage = repositoryEndpoint({
  access: { project: "admin_project" },
  params: ofPackage,
  response: empty(204),
  async handle(call) {
    const id = recordId(call.params.package_id);
    const { project, actor, uploads } = await findForDeletion(call, id, null);
    return answer(await removePackage(verbContext(call, actor), project.id, id, uploads));
  },
});

export const deleteFileOfPackage = repositoryEndpoint({
  access: { project: "admin_project" },
  params: { ...ofPackage, package_file_id: required(integer) },
  response: empty(204),
  async handle(call) {
    const id = recordId(call.params.package_file_id);
    const { project, actor, uploads } = await findForDeletion(call, recordId(call.params.package_id), id);
    return answer(await removePackageFile(verbContext(call, actor), project.id, id, uploads));
  },
});
