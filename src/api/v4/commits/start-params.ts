// Parameters that name the revision from which a new branch is made.
import { text } from "../../../http/coerce.ts";
import { optional, type ParamValues } from "../../../http/params.ts";

export const startParams = { start_branch: optional(text), start_sha: optional(text) };

/** Undefined if only an existing branch may be committed to. */
export const startOf = ({ start_branch, start_sha }: ParamValues<typeof startParams>): string | undefined =>
  start_branch || start_sha || undefined;
