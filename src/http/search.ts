// Search parameters.

/** What to look for, or null for no filter: a blank text looks for nothing in particular. */
export const searchText = (search: string | null | undefined): string | null =>
  search == null || search.trim() === "" ? null : search;
