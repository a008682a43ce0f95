// Keyset pagination of projects: the cursor is the last id of the page, in the Link to the next one.
import type { ListedProjectRow } from "../../../db/queries/projects/lists.ts";
import { badRequest } from "../../../http/errors.ts";
import { linkTo, pageOf } from "../../../http/pagination.ts";
import { type Call, Reply } from "../../endpoint.ts";
import type { PresentRow } from "../../presenter-context.ts";

interface KeysetParams {
  readonly sort: "asc" | "desc";
  readonly page: number;
  readonly per_page: number;
}

/**
 * @param rows those of the page, and one more if there is another page
 * @throws ApiError 400 if the Link would be too long: without it, the page would look like the last one
 */
export function keysetReply(
  call: Call & { readonly params: KeysetParams },
  rows: readonly ListedProjectRow[],
  present: PresentRow<ListedProjectRow, unknown>,
): Reply {
  const { perPage } = pageOf(call.params);
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  const cursor = call.params.sort === "asc" ? "id_after" : "id_before";
  const hasNext = last !== undefined && rows.length > perPage;
  const next = hasNext ? linkTo("next", call.url, new Map([...call.given, [cursor, last.id]]), perPage) : {};
  if (hasNext && next.link === undefined) throw badRequest("The parameters are too long for a Link to the next page");
  return new Reply(
    200,
    page.map((row) => present(row, call)),
    { "x-per-page": String(perPage), "x-page": "1", "x-next-page": "", "x-prev-page": "", ...next },
  );
}
