// Generic packages and their files.
import { type SQL, sql } from "drizzle-orm";
import { type PackageStatus, packageFiles, packages } from "../../schema/packages.ts";
import { columnsOf, execute, type RowOf, type Statement, select, variants } from "../../statement.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

const packageColumns = columnsOf(packages, "g");
const fileColumns = columnsOf(packageFiles, "f");

export type PackageRow = RowOf<typeof packageColumns>;
export type PackageFileRow = RowOf<typeof fileColumns>;

/** GitLab's orders. All packages are of one type. */
export type PackageOrder = "created_at" | "name" | "version" | "type";

export interface PackageListOptions {
  readonly order: PackageOrder;
  readonly sort: "asc" | "desc";
  readonly status: PackageStatus;
  /** A part of the name, in any case of ASCII letters; empty for all. */
  readonly name: string;
  /** Null for all. */
  readonly version: string | null;
  readonly limit: number;
  readonly offset: number;
}

const listed = sql`from packages g where g.project_id = ${namedProjectId} and g.status = ${sql.placeholder("status")}
  and instr(lower(g.name), lower(${sql.placeholder("name")}))
  and (${sql.placeholder("version")} is null or g.version = ${sql.placeholder("version")})`;

const orderColumns: Readonly<Record<PackageOrder, string>> = {
  created_at: "g.created_at",
  name: "g.name",
  version: "g.version",
  type: "g.project_id",
};

const lists = variants(
  ({ order, sort }: Pick<PackageListOptions, "order" | "sort">) =>
    select(
      packageColumns,
      sql`${listed} order by ${sql.raw(`${orderColumns[order]} ${sort}, g.id ${sort}`)}
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  ({ order, sort }) => `${order} ${sort}`,
);

const count = select({ total: sql<number>`count(*)` }, listed);

/** Two statements: a page of the project's packages, and the total. Reads all packages of the project. */
export function listPackages(
  project: ProjectKey,
  { order, sort, ...values }: PackageListOptions,
): [Statement<PackageRow>, Statement<{ total: number }>] {
  return [lists({ order, sort }).with({ ...project, ...values }), count.with({ ...project, ...values })];
}

const single = select(
  packageColumns,
  sql`from packages g where g.id = ${sql.placeholder("package_id")} and g.project_id = ${namedProjectId}`,
);

export const findPackage = (project: ProjectKey, id: number): Statement<PackageRow> =>
  single.with({ ...project, package_id: id });

const ofPackage = sql`from package_files f where f.package_id = (select g.id from packages g
    where g.id = ${sql.placeholder("package_id")} and g.project_id = ${namedProjectId})`;

const files = select(
  fileColumns,
  sql`${ofPackage} order by f.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const fileCount = select({ total: sql<number>`count(*)` }, ofPackage);

/** Two statements: a page of the files of a package, oldest first, and the total. */
export function listPackageFiles(
  project: ProjectKey,
  id: number,
  limit: number,
  offset: number,
): [Statement<PackageFileRow>, Statement<{ total: number }>] {
  const values = { ...project, package_id: id, limit, offset };
  return [files.with(values), fileCount.with(values)];
}

const uploads = select(
  { file_id: sql<number>`f.id`, upload: sql<string>`f.upload` },
  sql`${ofPackage} and (${sql.placeholder("file_id")} is null or f.id = ${sql.placeholder("file_id")})`,
);

/** The uploads of all files of a package, or of one of them. */
export const findPackageUploads = (
  project: ProjectKey,
  id: number,
  fileId: number | null,
): Statement<{ file_id: number; upload: string }> => uploads.with({ ...project, package_id: id, file_id: fileId });

const newest = select(
  fileColumns,
  sql`from package_files f indexed by package_files_of_package where f.package_id = (select g.id from packages g
      where g.project_id = ${namedProjectId} and g.name = ${sql.placeholder("name")}
        and g.version = ${sql.placeholder("version")})
    and f.file_name = ${sql.placeholder("file_name")} order by f.id desc limit 1`,
);

/** A package of a project, as requests name it. */
export interface PackageName {
  readonly name: string;
  readonly version: string;
}

/** The newest file of this name. */
export const findNewestFile = (
  project: ProjectKey,
  { name, version }: PackageName,
  fileName: string,
): Statement<PackageFileRow> => newest.with({ ...project, name, version, file_name: fileName });

export interface NewPackageFile {
  readonly project_id: number;
  readonly of: PackageName;
  /** Null to keep that of a package that exists. */
  readonly status: PackageStatus | null;
  readonly file: Pick<PackageFileRow, "file_name" | "upload" | "size" | "sha256">;
  readonly creator_id: number;
  /** ISO 8601 with milliseconds. */
  readonly created_at: string;
}

/** Statements. They violate a foreign key if the project is gone. */
export function insertPackageFile({
  project_id,
  of,
  status,
  file,
  creator_id,
  created_at,
}: NewPackageFile): Statement[] {
  const named: SQL = sql`project_id = ${project_id} and name = ${of.name} and version = ${of.version}`;
  return [
    execute(sql`insert into packages (project_id, name, version, creator_id, created_at)
      select ${project_id}, ${of.name}, ${of.version}, ${creator_id}, ${created_at}
      where not exists (select 1 from packages where ${named})`),
    ...(status === null ? [] : [execute(sql`update packages set status = ${status} where ${named}`)]),
    execute(sql`insert into package_files (package_id, file_name, upload, size, sha256, created_at)
      select id, ${file.file_name}, ${file.upload}, ${file.size}, ${file.sha256}, ${created_at} from packages where ${named}`),
  ];
}

/** Deletes a package with its files. Returns the id if it existed. */
export const deletePackage = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from packages where id = ${id} returning id`);

/** Returns the id if it existed. */
export const deletePackageFile = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from package_files where id = ${id} returning id`);
