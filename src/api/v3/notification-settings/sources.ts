// The two things whose news somebody can ask for more or less of.
import { groupKey } from "../../../db/queries/groups/row.ts";
import {
  findGroupSetting,
  findProjectSetting,
  type SettingPlace,
  type SettingRow,
} from "../../../db/queries/notifications/settings.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import type { Access } from "../../endpoint.ts";
import { type Actor, type IdCall, withGroup, withProject } from "../../require.ts";

/** What a setting is of, found and seen, with the viewer's own. */
export interface FoundSetting {
  readonly actor: Actor;
  readonly place: SettingPlace;
  readonly setting: SettingRow;
}

export interface SourceKind {
  readonly read: Access;
  /** `Group` or `Project`, for when it is not there. */
  readonly name: string;
  find(call: IdCall): Promise<FoundSetting>;
}

export const groupSource: SourceKind = {
  read: { group: "read_group" },
  name: "Group",
  async find(call) {
    const own = findGroupSetting(call.viewer, groupKey(call.params.id));
    const { actor, group, rows } = await withGroup(call, own);
    return { actor, place: { kind: "group", id: group.id }, setting: answered(rows[0]) };
  },
};

export const projectSource: SourceKind = {
  read: { project: "read_project" },
  name: "Project",
  async find(call) {
    const own = findProjectSetting(call.viewer, projectKey(call.params.id));
    const { actor, project, rows } = await withProject(call, own);
    return { actor, place: { kind: "project", id: project.id }, setting: answered(rows[0]) };
  },
};

/** A setting nobody has made yet is answered as well, by its defaults. */
function answered([setting]: readonly SettingRow[]): SettingRow {
  if (setting === undefined) throw new Error("A notification setting answered no row.");
  return setting;
}
