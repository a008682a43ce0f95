// Validates a group's attributes and maps them to columns.
import type { GroupChanges } from "../../db/queries/groups/groups.ts";
import { checkGroupName, checkLength, checkRootPath } from "../names.ts";
import type { FieldErrors } from "../verb.ts";
import { UNKNOWN_LEVEL, visibilityLevel } from "../visibility.ts";

/** The API's params. Undefined and null keep the current value. */
export interface GroupAttributes {
  readonly name?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly visibility_level?: number | null | undefined;
  readonly lfs_enabled?: boolean | null | undefined;
  readonly request_access_enabled?: boolean | null | undefined;
}

/** Returns the columns to write, and the errors by attribute. */
export function groupColumnsFrom(attributes: GroupAttributes): { changes: GroupChanges; errors: FieldErrors } {
  const { name, path, description, visibility_level, lfs_enabled, request_access_enabled } = attributes;
  const level = visibility_level == null ? undefined : visibilityLevel(visibility_level);
  const found: FieldErrors = {
    name: name === undefined ? [] : checkGroupName(name ?? ""),
    path: path === undefined ? [] : checkRootPath(path ?? ""),
    description: checkLength(description ?? "", 255),
    visibility_level: visibility_level != null && level === undefined ? [UNKNOWN_LEVEL] : [],
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, messages]) => messages.length > 0));
  const changes: GroupChanges = {
    ...(name != null && { name }),
    ...(path != null && { path }),
    ...(description !== undefined && { description: description ?? "" }),
    ...(level !== undefined && { visibility_level: level }),
    ...(lfs_enabled != null && { lfs_enabled: lfs_enabled ? 1 : 0 }),
    ...(request_access_enabled != null && { request_access_enabled: request_access_enabled ? 1 : 0 }),
  };
  return { changes, errors };
}
