// The parameter `:id` of most paths.
import { idOrPath } from "../http/coerce.ts";
import { required } from "../http/params.ts";

/** A project or a group, by id or full path. */
export const idParam = { id: required(idOrPath) };
