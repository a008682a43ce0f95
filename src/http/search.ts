// Search parameters.

/** The text to search for; null for a blank one, which does not filter. */
export const searchText = (search: string | null | undefined): string | null =>
  search == null || search.trim() === "" ? null : search;
