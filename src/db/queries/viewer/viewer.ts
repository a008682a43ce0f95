// The viewer's row.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";

/** In the first statement of every request; viewer_id is null for viewers who are not signed in. */
export const viewerColumns = {
  viewer_id: sql<number | null>`viewer_id`,
  viewer_admin: sql<Flag>`viewer_admin`,
  viewer_internal: sql<Flag>`viewer_internal`,
};

export type ViewerRow = RowOf<typeof viewerColumns>;

const template = selectWith([viewerCte], viewerColumns, sql`from viewer`);

/** Always one row. */
export const findViewer = (viewer: ViewerKey): Statement<ViewerRow> => template.with({ ...viewer });
