// Values of params of merge requests.
import type { Flag } from "../../db/schema/columns.ts";

/** The id 0 means none. */
export const idOrNone = (given: number | null | undefined): number | null => given || null;

/** null if not given. */
export const flagOf = (given: boolean | null | undefined): Flag | null => (given == null ? null : given ? 1 : 0);
