// The parameter most paths carry.
import { idOrPath } from "../../http/coerce.ts";
import { required } from "../../http/params.ts";

/** A project or group, by id or by full path. */
export const idParam = { id: required(idOrPath) };
