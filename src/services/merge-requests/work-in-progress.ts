// Whether a merge request is work in progress, which its title says.

/** One or more of `[WIP]`, `WIP:` and `WIP `, in whatever case, at the beginning. */
const PREFIX = /^\s*(?:\[WIP\]\s*|WIP:\s*|WIP\s+)+/i;

export const isWorkInProgress = (title: string): boolean => PREFIX.test(title);

/** The title without what says so. */
export const withoutWorkInProgress = (title: string): string => title.replace(PREFIX, "");
