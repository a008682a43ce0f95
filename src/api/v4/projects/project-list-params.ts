// Parameters that all lists of projects share.

import type { ProjectFilterValues } from "../../../db/queries/projects/filters.ts";
import { projectOrders } from "../../../db/queries/projects/lists.ts";
import { boolean, commaList, dateTime, integer, oneOf, text } from "../../../http/coerce.ts";
import { paginationParams } from "../../../http/pagination.ts";
import { optional, type ParamValues, withDefault } from "../../../http/params.ts";
import { visibility } from "../visibility.ts";

export const projectListParams = {
  archived: optional(boolean),
  visibility: optional(visibility),
  search: optional(text),
  order_by: withDefault<(typeof projectOrders)[number]>(oneOf(...projectOrders), "created_at"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  simple: withDefault<boolean>(boolean, false),
  owned: withDefault<boolean>(boolean, false),
  starred: withDefault<boolean>(boolean, false),
  min_access_level: optional(integer),
  with_issues_enabled: optional(boolean),
  with_merge_requests_enabled: optional(boolean),
  topic: optional(commaList(text)),
  id_after: optional(integer),
  id_before: optional(integer),
  last_activity_after: optional(dateTime),
  last_activity_before: optional(dateTime),
  ...paginationParams,
};

/** The filters that lists have beside those with counters. */
export function filtersOf(given: ParamValues<typeof projectListParams>): ProjectFilterValues {
  const { topic, ...values } = given;
  const names = ["min_access_level", "id_after", "id_before", "last_activity_after", "last_activity_before"] as const;
  const plain = names.flatMap((name) => (values[name] == null ? [] : [[name, values[name]] as const]));
  const flags = (["with_issues_enabled", "with_merge_requests_enabled"] as const).flatMap((name) =>
    values[name] == null ? [] : [[name, values[name] ? 1 : 0] as const],
  );
  const topics = topic === undefined || topic.length === 0 ? [] : [["topics", JSON.stringify(topic)] as const];
  return Object.fromEntries([...plain, ...flags, ...topics]);
}
