// A group of a GitLab server: its own row, its members, and the paths of its projects.

import type { Row } from "../backup/format.ts";
import { Failure } from "../failure.ts";
import { flagOf, idOf, type Json, numberOf, requiredText, textOf, timeOf } from "./json.ts";
import { accessLevelOf, visibilityOf } from "./project-row.ts";
import { type Rows, rowIdOf } from "./row-collector.ts";
import type { Source } from "./source.ts";

export interface DownloadedGroup {
  readonly id: number;
  readonly path: string;
  readonly group: Json;
  readonly members: readonly Json[];
  /** `group/project` */
  readonly projects: readonly string[];
}

/** Without subgroups: groups do not nest here. Each can be imported as a group of its own. @throws Failure */
export async function downloadGroup(source: Source, path: string): Promise<DownloadedGroup> {
  const at = `/groups/${encodeURIComponent(path)}`;
  const group = await source.get(at);
  if (group === null) throw new Failure(`There is no group ${path}, or the token may not read it.`);
  const members = await source.list(`${at}/members`);
  const projects = await source.list(`${at}/projects?with_shared=false`);
  return {
    id: idOf(group),
    path: requiredText(group, "path"),
    group,
    members,
    projects: [...new Set(projects.map((project) => requiredText(project, "path_with_namespace")))],
  };
}

export function groupRows({ id, group, members }: DownloadedGroup): Rows {
  // v3 does not show when a group was created.
  const created = timeOf(group, "created_at") ?? new Date(0).toISOString();
  const memberRows = members.flatMap((member): Row[] => {
    const level = accessLevelOf(numberOf(member, "access_level"));
    return level === null
      ? []
      : [
          {
            group_id: id,
            user_id: rowIdOf(member),
            access_level: level,
            expires_at: textOf(member, "expires_at"),
            created_at: timeOf(member, "created_at") ?? created,
          },
        ];
  });
  const row: Row = {
    id,
    kind: "group",
    owner_id: null,
    name: requiredText(group, "name"),
    path: requiredText(group, "path"),
    description: textOf(group, "description") ?? "",
    visibility_level: visibilityOf(group),
    lfs_enabled: flagOf(group, "lfs_enabled"),
    request_access_enabled: flagOf(group, "request_access_enabled"),
    created_at: created,
    updated_at: created,
  };
  return new Map([
    ["namespaces", [row]],
    ["group_members", memberRows],
  ]);
}
