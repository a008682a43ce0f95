// What v4 does with notes in its own way.
import { neverTrue } from "../../../http/coerce.ts";
import { badRequest, type FieldErrors, inspected } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { noContent } from "../../endpoint.ts";
import type { NoteDialect } from "../../notes/note-endpoints.ts";
import { empty } from "../../response.ts";
import { presentNote } from "../presenters/note.ts";

const notInternal = optional(neverTrue("is not supported"));

/** GitLab's two names of the same. */
export const visibilityParams = { internal: notInternal, confidential: notInternal };

/** In GitLab's words. */
export const invalidNote = (errors: FieldErrors) => badRequest(`400 Bad request - Note ${inspected(errors)}`);

export const noteDialect = {
  present: presentNote,
  newParams: visibilityParams,
  invalid: invalidNote,
  deleted: { response: empty(204), answer: noContent },
} satisfies NoteDialect<unknown, unknown>;
