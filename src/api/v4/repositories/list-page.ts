// Pages of lists that the repository returns as a whole.
import { pageOf, type paginationParams } from "../../../http/pagination.ts";
import { type Call, paginate, type Reply } from "../../endpoint.ts";

/** @param rows the whole list */
export function paginateWhole<Row>(
  call: Call<typeof paginationParams>,
  rows: readonly Row[],
  present: (row: Row) => unknown,
): Reply {
  const { perPage, offset } = pageOf(call.params);
  return paginate(call, { rows: rows.slice(offset, offset + perPage), total: rows.length }, present);
}
