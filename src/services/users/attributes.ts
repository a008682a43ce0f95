// Validates a user's attributes and maps them to columns.
import type { UserChanges } from "../../db/queries/users/writes.ts";
import { checkLength, checkRootPath, checkText } from "../names.ts";
import type { FieldErrors } from "../verb.ts";

const profile = ["bio", "location", "organization", "skype", "linkedin", "twitter", "website_url"] as const;

type Profile = { readonly [K in (typeof profile)[number]]?: string | null | undefined };

/** The API's params. Undefined and null keep the current value. */
export interface UserAttributes extends Profile {
  readonly email?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Only its length is checked. It is not stored, because tokens are the only credentials. */
  readonly password?: string | null | undefined;
  readonly admin?: boolean | null | undefined;
  readonly external?: boolean | null | undefined;
  readonly can_create_group?: boolean | null | undefined;
  readonly projects_limit?: number | null | undefined;
}

/** Returns the columns to write, and the errors by attribute. External users may not create groups or projects. */
export function userColumnsFrom(attributes: UserAttributes): { changes: UserChanges; errors: FieldErrors } {
  const { email, username, name, password, admin, external, can_create_group, projects_limit } = attributes;
  const found: FieldErrors = {
    email: email === undefined ? [] : checkEmail(email ?? ""),
    name: name === undefined ? [] : checkText(name ?? "", 255),
    username: username === undefined ? [] : checkRootPath(username ?? ""),
    password: password != null && isShort(password) ? ["is too short (minimum is 8 characters)"] : [],
    projects_limit: projects_limit != null && projects_limit < 0 ? ["must be greater than or equal to 0"] : [],
    ...Object.fromEntries(profile.map((key) => [key, checkLength(attributes[key] ?? "", 255)])),
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, messages]) => messages.length > 0));
  const texts = profile.flatMap((key) => {
    const value = attributes[key];
    return value == null ? [] : [[key, value]];
  });
  const changes: UserChanges = {
    ...(email != null && { email }),
    ...(username != null && { username }),
    ...(name != null && { name }),
    ...(admin != null && { admin: admin ? 1 : 0 }),
    ...(external != null && { external: external ? 1 : 0 }),
    ...(can_create_group != null && { can_create_group: can_create_group ? 1 : 0 }),
    ...(projects_limit != null && { projects_limit }),
    ...(external === true && { can_create_group: 0, projects_limit: 0 }),
    ...Object.fromEntries(texts),
  };
  return { changes, errors };
}

function checkEmail(email: string): string[] {
  const errors = checkText(email, 254);
  return errors.length === 0 && !/^[^@\s]+@[^@\s]+$/.test(email) ? ["is invalid"] : errors;
}

/** Counts code points, each of which takes at most two UTF-16 units. */
const isShort = (password: string): boolean => password.length < 16 && [...password].length < 8;
