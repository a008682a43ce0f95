// Parameters and refusals of the endpoints that create and update users.
import { boolean, integer, text } from "../../http/coerce.ts";
import { conflict, invalidRecord } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { TAKEN } from "../../services/names.ts";
import type { UserTaken } from "../../services/users/taken.ts";
import type { Responses } from "../respond.ts";

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

/** Refusals for a name or address that another user has. */
export const takenRefusals = {
  email_taken: () => conflict("Email has already been taken"),
  username_taken: () => conflict("Username has already been taken"),
  path_taken: () => invalidRecord({ username: [TAKEN] }),
} satisfies Responses<UserTaken>;
