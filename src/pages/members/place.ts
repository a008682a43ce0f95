// Groups and projects as what the pages of members are about.

import { isOpenTo } from "../../api/members/sources.ts";
import { groupAccessRequests, projectAccessRequests } from "../../api/v3/access-requests/router.ts";
import { groupMembers, projectMembers } from "../../api/v3/members/router.ts";
import type { MemberSource } from "../../db/queries/members/members.ts";
import { unauthorized } from "../../http/errors.ts";
import { canOnGroup, canOnProject } from "../../permissions/abilities.ts";
import { type VisitedGroup, visitedGroup, visitedGroupId } from "../groups/find-group.ts";
import { groupUrl, projectUrl, visitedProjectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";

/** A group or a project, as its viewer sees its members. */
export interface MembersPlace {
  readonly source: MemberSource;
  readonly name: string;
  /** The path of the page of members. */
  readonly path: string;
  readonly viewerId: number;
  readonly canManage: boolean;
  /** True if the viewer sees it without being a member, and it takes requests. */
  readonly canRequest: boolean;
  /** The owner of a personal project, who stays a member; null for others. */
  readonly ownerId: number | null;
  readonly group: VisitedGroup | null;
  readonly project: VisitedProject | null;
}

/** A kind of place, and the endpoints that change its members. */
export interface MembersKind {
  readonly members: typeof groupMembers;
  readonly requests: typeof groupAccessRequests;
  /** Its id for the API. */
  idOf(visit: Visit): Promise<string>;
  /** The path of the page of members. */
  pathOf(visit: Visit): string;
  find(visit: Visit): Promise<MembersPlace>;
}

export const groupKind: MembersKind = {
  members: groupMembers,
  requests: groupAccessRequests,
  idOf: visitedGroupId,
  pathOf: (visit) => `${groupUrl({ path: visit.param("group") })}/members`,
  async find(visit) {
    const group = await visitedGroup(visit);
    const { id, name, viewer_id, access_level } = group;
    if (viewer_id === null) throw unauthorized();
    return {
      source: { kind: "group", id },
      name,
      path: `${groupUrl(group)}/members`,
      viewerId: viewer_id,
      canManage: canOnGroup(group, "admin_group_member", access_level),
      canRequest: isOpenTo({ ...group, viewer_id }, group),
      ownerId: null,
      group,
      project: null,
    };
  },
};

export const projectKind: MembersKind = {
  members: projectMembers,
  requests: projectAccessRequests,
  idOf: async (visit) => visit.projectPath,
  pathOf: (visit) => `${visitedProjectUrl(visit)}/project_members`,
  async find(visit) {
    const project = await visit.project();
    const { id, name, viewer_id, access_level, namespace_owner_id } = project;
    if (viewer_id === null) throw unauthorized();
    return {
      source: { kind: "project", id },
      name,
      path: `${projectUrl(project)}/project_members`,
      viewerId: viewer_id,
      canManage: canOnProject(project, "admin_project_member", access_level),
      canRequest: project.viewer_admin === 0 && isOpenTo({ ...project, viewer_id }, project),
      ownerId: namespace_owner_id,
      group: null,
      project,
    };
  },
};
