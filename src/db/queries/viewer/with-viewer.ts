// The head of a request: the viewer and the things its path names, in one row of one statement.
import type { SQL } from "drizzle-orm";
import { type Columns, nullable, type RowOf, selectWith, type Template } from "../../statement.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

/** What was named, or `id: null` when the viewer may not see such a thing. */
export type WithViewer<Row> = ViewerRow & (Row | { readonly id: null });

/** The viewer's columns and, through left joins, those of the thing named. */
export function selectWithViewer<C extends Columns>(
  ctes: SQL[],
  columns: C,
  body: SQL,
): Template<WithViewer<RowOf<C>>> {
  return castTemplate<WithViewer<RowOf<C>>>(selectWith(ctes, { ...viewerColumns, ...nullable(columns) }, body));
}

/** Left joins answer all columns of a thing, or its id as null and then nothing else of it counts. */
export function castTemplate<Row>(template: Template<unknown>): Template<Row> {
  return template as Template<Row>;
}
