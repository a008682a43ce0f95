// Optional parameters that name a revision.
import { refText } from "./ref-text.ts";

/** Returns `HEAD`, the default branch, for a missing or empty parameter. */
export const revisionText = (given: string | null | undefined): string =>
  given === null || given === undefined || given === "" ? "HEAD" : refText(given);
