// Groups and projects as sources of notification settings.
import { groupKey } from "../../db/queries/groups/row.ts";
import {
  findGroupSetting,
  findProjectSetting,
  type SettingRow,
  type SettingScope,
} from "../../db/queries/notifications/settings.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { Access } from "../endpoint.ts";
import { type Actor, type IdCall, withGroup, withProject } from "../require.ts";

/** The group or project of a request, which is visible to the viewer, and the viewer's setting for it. */
export interface FoundSetting {
  readonly actor: Actor;
  readonly place: SettingScope;
  readonly setting: SettingRow;
}

export interface SourceKind {
  readonly read: Access;
  /** `Group` or `Project`, for the 404. */
  readonly name: string;
  find(call: IdCall): Promise<FoundSetting>;
}

export const groupSource: SourceKind = {
  read: { group: "read_group" },
  name: "Group",
  async find(call) {
    const own = findGroupSetting(call.viewer, groupKey(call.params.id));
    const { actor, group, rows } = await withGroup(call, own);
    return { actor, place: { kind: "group", id: group.id }, setting: onlyRow(rows[0]) };
  },
};

export const projectSource: SourceKind = {
  read: { project: "read_project" },
  name: "Project",
  async find(call) {
    const own = findProjectSetting(call.viewer, projectKey(call.params.id));
    const { actor, project, rows } = await withProject(call, own);
    return { actor, place: { kind: "project", id: project.id }, setting: onlyRow(rows[0]) };
  },
};

/** The statement returns the defaults for a setting that does not exist yet. */
function onlyRow([setting]: readonly SettingRow[]): SettingRow {
  if (setting === undefined) throw new Error("The statement of a notification setting returned no row.");
  return setting;
}
