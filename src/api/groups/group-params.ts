// Parameters of the endpoints that create and update groups.
import { boolean, integer, text } from "../../http/coerce.ts";
import { optional } from "../../http/params.ts";

export const groupParams = {
  description: optional(text),
  visibility_level: optional(integer),
  lfs_enabled: optional(boolean),
  request_access_enabled: optional(boolean),
};
