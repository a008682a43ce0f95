// Validates a project's attributes and maps them to columns.
import type { ProjectChanges } from "../../db/queries/projects/projects.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { VisibilityLevel } from "../../db/schema/namespaces.ts";
import { checkLength, checkProjectName, checkProjectPath } from "../names.ts";
import type { FieldErrors } from "../verb.ts";

const switches = [
  "issues_enabled",
  "merge_requests_enabled",
  "wiki_enabled",
  "builds_enabled",
  "snippets_enabled",
  "container_registry_enabled",
  "shared_runners_enabled",
  "lfs_enabled",
  "public_builds",
  "request_access_enabled",
  "only_allow_merge_if_build_succeeds",
  "only_allow_merge_if_all_discussions_are_resolved",
] as const;

type Switches = { readonly [K in (typeof switches)[number]]?: boolean | null | undefined };

/** The API's params. Undefined and null keep the current value. */
export interface ProjectAttributes extends Switches {
  readonly name?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly visibility_level?: VisibilityLevel | undefined;
  /** GitLab's older form of visibility_level, which takes precedence: true is 20, false is 0. */
  readonly public?: boolean | null | undefined;
  /** GitLab's topics, once called tags. */
  readonly topics?: readonly string[] | undefined;
}

/** The requested visibility, from `visibility_level` or `public`. */
export function requestedVisibility(attributes: ProjectAttributes): VisibilityLevel | undefined {
  if (attributes.visibility_level !== undefined) return attributes.visibility_level;
  if (attributes.public == null) return undefined;
  return attributes.public ? 20 : 0;
}

/** Returns the columns to write, and the errors by attribute. */
export function projectColumnsFrom(attributes: ProjectAttributes): { changes: ProjectChanges; errors: FieldErrors } {
  const { name, path, description, topics } = attributes;
  const level = requestedVisibility(attributes);
  const found: FieldErrors = {
    name: name === undefined ? [] : checkProjectName(name ?? ""),
    path: path === undefined ? [] : checkProjectPath(path ?? ""),
    description: checkLength(description ?? "", 2000),
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, messages]) => messages.length > 0));
  const flags: [string, Flag][] = switches.flatMap((key) => {
    const value = attributes[key];
    return value == null ? [] : [[key, value ? 1 : 0]];
  });
  const changes: ProjectChanges = {
    ...(name != null && { name }),
    ...(path != null && { path }),
    ...(description !== undefined && { description }),
    ...(topics !== undefined && { tag_list: JSON.stringify([...new Set(topics)]) }),
    ...(level !== undefined && { visibility_level: level }),
    ...Object.fromEntries(flags),
  };
  return { changes, errors };
}
