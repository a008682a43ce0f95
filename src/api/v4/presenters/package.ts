// Generic packages and their files.
import type { PackageFileRow, PackageName, PackageRow } from "../../../db/queries/packages/packages.ts";
import type { PresenterContext } from "../../presenter-context.ts";

export const presentPackage = (row: PackageRow, { baseUrl }: PresenterContext) => ({
  id: row.id,
  name: row.name,
  version: row.version,
  package_type: "generic" as const,
  status: row.status,
  _links: { delete_api_path: `${baseUrl}/api/v4/projects/${row.project_id}/packages/${row.id}` },
  created_at: row.created_at,
  last_downloaded_at: null,
  tags: [],
});

export const presentPackageFile = (file: PackageFileRow) => ({
  id: file.id,
  package_id: file.package_id,
  created_at: file.created_at,
  file_name: file.file_name,
  size: file.size,
  file_md5: null,
  file_sha1: null,
  file_sha256: file.sha256,
});

/** @param place the project's id and the package */
export const presentPublishedFile = (
  file: PackageFileRow,
  { baseUrl }: PresenterContext,
  { id, name, version }: PackageName & { readonly id: number },
) => ({
  ...presentPackageFile(file),
  updated_at: file.created_at,
  file: {
    url: `${baseUrl}/api/v4/projects/${id}/packages/generic/${name}/${version}/${encodeURIComponent(file.file_name)}`,
  },
});

export const presentPublished = () => ({ message: "201 Created" as const });
