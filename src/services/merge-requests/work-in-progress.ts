// Work in progress: merge requests whose title says so.

/**
 * One or more markers at the beginning, in any case: those of API v4 (`Draft:`, `[Draft]`, `(Draft)`) and those of API v3
 * (`[WIP]`, `WIP:`, `WIP `). Both APIs accept all of them, so that neither merges what the other refuses to merge.
 */
const PREFIX = /^\s*(?:\[(?:WIP|draft)\]\s*|\(draft\)\s*|(?:WIP|draft):\s*|WIP\s+)+/i;

export const isWorkInProgress = (title: string): boolean => PREFIX.test(title);

/** The title without the markers. */
export const withoutWorkInProgress = (title: string): string => title.replace(PREFIX, "");
