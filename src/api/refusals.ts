// Responses to kinds of outcomes that mean the same wherever a verb returns them, to be spread into `respond`.
import { editedByOthers, type FieldErrors, invalidRecord, notFound } from "../http/errors.ts";

export const refusals = {
  invalid: ({ errors }: { readonly errors: FieldErrors }) => invalidRecord(errors),
  /** The project was deleted after the endpoint had found it. */
  project_gone: () => notFound("Project"),
  /** Every retry met another change: see services/retry-stale.ts. */
  stale: editedByOthers,
};
