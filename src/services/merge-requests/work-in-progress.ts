// Work in progress: merge requests whose title says so.

/** One or more of `[WIP]`, `WIP:` and `WIP ` at the beginning, in any case. */
const PREFIX = /^\s*(?:\[WIP\]\s*|WIP:\s*|WIP\s+)+/i;

export const isWorkInProgress = (title: string): boolean => PREFIX.test(title);

/** The title without the markers. */
export const withoutWorkInProgress = (title: string): string => title.replace(PREFIX, "");
