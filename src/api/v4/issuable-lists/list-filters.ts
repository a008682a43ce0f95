// The filters that parameters of a list are.
import { type FilterName, type FilterValues, isFilter } from "../../../db/queries/issuable-lists/filters.ts";
import { searchFilter } from "../../../db/queries/issuable-lists/search-text.ts";
import { searchText } from "../../../http/search.ts";
import type { ListScope } from "./list-params.ts";

/** The filters that the words `none` and `any` are, and for a milestone `upcoming` and `started`. */
const words: Readonly<Record<string, Readonly<Record<string, FilterName>>>> = {
  assignee: { none: "unassigned", any: "assigned" },
  not_assignee: { none: "assigned", any: "unassigned" },
  reviewer: { none: "unreviewed", any: "reviewed" },
  not_reviewer: { none: "reviewed", any: "unreviewed" },
  milestone: { none: "no_milestone", any: "any_milestone", "#upcoming": "upcoming", "#started": "started" },
  milestone_id: { none: "no_milestone", any: "any_milestone", upcoming: "upcoming", started: "started" },
  not_milestone: { none: "any_milestone", any: "no_milestone" },
  labels_all: { none: "no_labels", any: "some_label" },
  not_labels: { none: "some_label", any: "no_labels" },
  reaction: { none: "no_reaction", any: "any_reaction" },
  not_reaction: { none: "any_reaction", any: "no_reaction" },
};

const scopeFilters: Record<string, FilterValues> = {
  created_by_me: { own: 1 },
  assigned_to_me: { mine: 1 },
  reviews_for_me: { reviewing: 1 },
};

/** A list without its blank elements, a flag or a plain value; null for what does not filter. */
function filterValue(given: unknown): string | number | null {
  if (Array.isArray(given)) {
    const elements = [...new Set<unknown>(given)].filter((one) => one !== null && one !== "");
    return elements.length === 0 ? null : JSON.stringify(elements);
  }
  if (typeof given === "boolean") return given ? 1 : 0;
  return (typeof given === "string" && given !== "") || typeof given === "number" ? given : null;
}

/** The word of a value or of a list of one; 0 means nobody. */
const wordOf = (given: unknown): string => {
  const [value] = Array.isArray(given) && given.length === 1 ? given : [given];
  return value === 0 ? "none" : String(value).toLowerCase();
};

export interface GivenFilters {
  readonly scope: ListScope;
  readonly search?: string | null | undefined;
  readonly in: readonly ("title" | "description")[];
}

/** Parameters that are no filters, and those without a value, are left out. */
export function filtersOf(given: GivenFilters): FilterValues {
  const filters: Record<string, string | number> = {};
  for (const [name, one] of Object.entries<unknown>({ ...given })) {
    const value = filterValue(one);
    if (value === null || !isFilter(name)) continue;
    const word = words[name]?.[wordOf(one)];
    filters[word ?? name] = word === undefined ? value : 1;
  }
  const search = searchText(given.search);
  const [column, another] = new Set(given.in);
  return {
    ...filters,
    ...scopeFilters[given.scope.replaceAll("-", "_")],
    ...(search !== null && searchFilter(search, another === undefined ? column : "both")),
  };
}
