// What creating and changing a user have in common.
import { boolean, integer, text } from "../../../http/coerce.ts";
import { type ApiError, conflict, invalidRecord } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { TAKEN } from "../../../services/names.ts";
import type { UserTaken } from "../../../services/users/taken.ts";

export const profileParams = {
  skype: optional(text),
  linkedin: optional(text),
  twitter: optional(text),
  website_url: optional(text),
  organization: optional(text),
  projects_limit: optional(integer),
  bio: optional(text),
  location: optional(text),
  admin: optional(boolean),
  can_create_group: optional(boolean),
  external: optional(boolean),
};

export function userTaken(outcome: UserTaken): ApiError {
  switch (outcome.kind) {
    case "email_taken":
      return conflict("Email has already been taken");
    case "username_taken":
      return conflict("Username has already been taken");
    case "path_taken":
      return invalidRecord({ username: [TAKEN] });
  }
}
