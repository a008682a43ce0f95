// The head of a request: the viewer and the record that its path names, in one row of one statement.
import type { SQL } from "drizzle-orm";
import { type Columns, nullable, type RowOf, selectWith, type Template } from "../../statement.ts";
import { type ViewerRow, viewerColumns } from "./viewer.ts";

/** The viewer and the named record, or `id: null` if there is none that the viewer may see. */
export type WithViewer<Row> = ViewerRow & (Row | { readonly id: null });

/** The viewer's columns and, by left joins, those of the named record. */
export function selectWithViewer<C extends Columns>(
  ctes: SQL[],
  columns: C,
  body: SQL,
): Template<WithViewer<RowOf<C>>> {
  return castTemplate<WithViewer<RowOf<C>>>(selectWith(ctes, { ...viewerColumns, ...nullable(columns) }, body));
}

/** Types left joins: they return all columns of a record, or a null id, and then its other columns mean nothing. */
export function castTemplate<Row>(template: Template<unknown>): Template<Row> {
  return template as Template<Row>;
}
