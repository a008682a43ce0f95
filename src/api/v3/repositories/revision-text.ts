// Revisions that may be left out.
import { refText } from "./ref-text.ts";

/** The default branch for nothing and for an empty text. */
export const revisionText = (given: string | null | undefined): string =>
  given === null || given === undefined || given === "" ? "HEAD" : refText(given);
