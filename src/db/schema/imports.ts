// Progress of imports, see docs/backup.md.
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Written in the batch of the step itself, so that an interrupted import continues behind the last one. */
export const imports = sqliteTable(
  "imports",
  {
    id: text().notNull(),
    /** `rows/issues`: pages imported. `ids/issues`: the id before the reserved ones. `repositories`: how many are done. */
    step: text().notNull(),
    value: integer().notNull(),
  },
  (t) => [primaryKey({ name: "imports_key", columns: [t.id, t.step] })],
);
