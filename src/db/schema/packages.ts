// Generic packages. The bytes of their files are uploads of the repository's object.
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export type PackageStatus = "default" | "hidden";

export const packages = sqliteTable(
  "packages",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    version: text().notNull(),
    /** A hidden package is in no list, and its files can be downloaded. */
    status: text().$type<PackageStatus>().notNull().default("default"),
    creator_id: integer()
      .notNull()
      .references(() => users.id),
    created_at: timestamp(),
  },
  (t) => [
    uniqueIndex("packages_key").on(t.project_id, t.name, t.version),
    index("packages_by_creator").on(t.creator_id),
  ],
);

/** Files of a package. Several may have one name: the newest is downloaded. Deleted with their package. */
export const packageFiles = sqliteTable(
  "package_files",
  {
    id: id(),
    package_id: integer()
      .notNull()
      .references(() => packages.id, { onDelete: "cascade" }),
    file_name: text().notNull(),
    /** The secret of the upload with its bytes, see git/repository/uploads.ts. */
    upload: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** 64 hexadecimal digits. */
    sha256: text().notNull(),
    created_at: timestamp(),
  },
  (t) => [index("package_files_of_package").on(t.package_id, t.file_name, t.id)],
);
