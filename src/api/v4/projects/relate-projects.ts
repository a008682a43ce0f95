// Forks, shares, stars and the place of projects.

import { listGroupsOfProject } from "../../../db/queries/groups/groups-of-project.ts";
import { groupKey } from "../../../db/queries/groups/row.ts";
import { findProject, keyOfId } from "../../../db/queries/projects/projects.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import { boolean, commaList, idOrPath, integer, oneOfIntegers, text } from "../../../http/coerce.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { canCreateProjects, canOnProject } from "../../../permissions/abilities.ts";
import { starProject as star, unstarProject as unstar } from "../../../services/projects/star.ts";
import { type Call, endpoint, noContent, paginate } from "../../endpoint.ts";
import { moveIntoGroup } from "../../groups/transfer-project.ts";
import { idParam } from "../../id-param.ts";
import { presentShare } from "../../presenters/share.ts";
import { archivingProject } from "../../projects/archive-project.ts";
import { linkingFork } from "../../projects/link-fork.ts";
import { listingProjectUsers } from "../../projects/list-project-users.ts";
import { removingForkLink } from "../../projects/remove-fork-link.ts";
import { sharingProject } from "../../projects/share-project.ts";
import { starringProject } from "../../projects/star-project.ts";
import { withProject, withRows } from "../../require.ts";
import { empty, one, paged } from "../../response.ts";
import { presentPublicGroup } from "../presenters/group.ts";
import { presentLanguages, presentProject, presentSimpleProject } from "../presenters/project.ts";
import { presentUserBasic } from "../presenters/user.ts";
import { listProjectsOf } from "./list-projects-of.ts";
import { projectListParams } from "./project-list-params.ts";
import { getProject } from "./read-projects.ts";

export const archiveProject = archivingProject(true, presentProject, getProject);
export const unarchiveProject = archivingProject(false, presentProject, getProject);
export const starProject = starringProject(star, presentProject, getProject);
export const unstarProject = starringProject(unstar, presentProject, getProject);
export const listProjectUsers = listingProjectUsers(presentUserBasic);
export const linkFork = linkingFork(one(presentProject, 409), ({ project_id }, call) => presentAgain(call, project_id));
export const shareProject = sharingProject(presentShare);
export const removeForkLink = removingForkLink(empty(204, 304), noContent);

/** The project after a change of its source. */
async function presentAgain(call: Call, id: number) {
  const [[project]] = await call.db.batch(findProject(call.viewer, keyOfId(id)));
  if (project === undefined || project.id === null) throw notFound("Project");
  return presentProject(project, call);
}

/** The forks that the caller may see. */
export const listForks = endpoint({
  access: "visible",
  params: { ...idParam, ...projectListParams },
  response: paged(presentSimpleProject, presentProject),
  handle: (call) => listProjectsOf(call, "Project", { scope: "forks", source: projectKey(call.params.id) }),
});

/** The group that the project is in and, if requested, those it is shared with. */
export const listGroupsOf = endpoint({
  access: { project: "read_project" },
  params: {
    ...idParam,
    search: optional(text),
    skip_groups: optional(commaList(integer)),
    with_shared: withDefault<boolean>(boolean, false),
    shared_visible_only: withDefault<boolean>(boolean, false),
    shared_min_access_level: withDefault<10 | 20 | 30 | 40 | 50>(oneOfIntegers(10, 20, 30, 40, 50), 10),
    ...paginationParams,
  },
  response: paged(presentPublicGroup),
  async handle(call) {
    const { perPage: limit, offset } = pageOf(call.params);
    const { id, search, skip_groups = [], with_shared, shared_visible_only, shared_min_access_level } = call.params;
    const query = {
      with_shared: with_shared ? 1 : 0,
      visible_only: shared_visible_only ? 1 : 0,
      min_level: shared_min_access_level,
      search: searchText(search),
      skip: JSON.stringify(skip_groups),
      limit,
      offset,
    } as const;
    const { viewerRow, rows } = await withRows(call, listGroupsOfProject(call.viewer, projectKey(id), query));
    if (viewerRow.found_id === null) throw notFound("Project");
    const page = { rows: rows.filter((row) => row.id !== null), total: viewerRow.total };
    return paginate(call, page, presentPublicGroup);
  },
});

/** No languages are detected. */
export const listLanguages = endpoint({
  access: { project: "read_project" },
  params: idParam,
  response: one(presentLanguages),
  async handle(call) {
    await withProject(call);
    return presentLanguages();
  },
});

/** Into a group: for owners of the project who may create projects there. */
export const transferProject = endpoint({
  access: "user",
  params: { ...idParam, namespace: required(idOrPath) },
  response: one(presentProject),
  lookupFirst: (call) => withProject(call),
  async handle(call) {
    const { id, namespace } = call.params;
    const { project, detail } = await moveIntoGroup(
      call,
      groupKey(namespace),
      projectKey(id),
      (actor, moved, group) => {
        const isOwner = canOnProject(actor, "remove_project", moved.access_level);
        if (!isOwner || !canCreateProjects(actor, { viewer_owns: 0, access_level: group.access_level })) {
          throw forbidden();
        }
      },
    );
    const moved = detail.projects.find((one) => one.id === project.id);
    if (moved === undefined) throw notFound("Project");
    return presentProject(moved, call);
  },
});
