// GET /groups/:group: its description, its projects and how many members it has.
import { listGroupProjects } from "../../api/v3/groups/list-group-projects.ts";
import { groupKey } from "../../db/queries/groups/row.ts";
import { countMembersByLevel } from "../../db/queries/members/summary.ts";
import { canOnGroup } from "../../permissions/abilities.ts";
import { counted, Empty, excerptOf, Pages } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import { levelName } from "../members/levels.ts";
import { groupIdAt } from "../owner-place.tsx";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { visitedGroup } from "./find-group.ts";
import { GroupHeader } from "./group-header.tsx";

export const groupPage: Page = async (visit) => {
  const { base } = visit;
  const path = visit.param("group");
  const [group, listed, [levels]] = await Promise.all([
    visitedGroup(visit),
    listProjects(visit, path),
    base.db.batch(countMembersByLevel(base.viewer, groupKey({ id: null, path }))),
  ]);
  const home = groupUrl(group);
  return {
    title: group.name,
    feed: `${home}.atom`,
    content: (
      <section>
        <GroupHeader group={group} tab="Projects" />
        {group.description && <p class="text">{excerptOf(group.description, 2_000)}</p>}
        <p class="meta">
          <a href={`${home}/members`}>{counted(group.members_count, "member")}</a>
          {levels.map(({ access_level, count }) => (
            <span>{counted(count, levelName(access_level).toLowerCase())}</span>
          ))}
          <a href={`${home}.atom`}>Atom feed</a>
          <a href={`${home}/notification_settings`}>Notification settings</a>
        </p>
        <div class="heading">
          <form method="get" action={home} class="filters">
            <label for="search">Project</label>
            <input id="search" name="search" type="search" value={visit.queryText("search")} />
            <button type="submit" class="button">
              Search
            </button>
          </form>
          {canOnGroup(group, "create_projects", group.access_level) && (
            <a class="button primary" href={`/projects/new?namespace_id=${group.id}`}>
              New project
            </a>
          )}
        </div>
        {listed.rows.length === 0 ? (
          <Empty>There are no projects to show.</Empty>
        ) : (
          <ProjectList projects={listed.rows} now={base.now} />
        )}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};

async function listProjects(visit: Visit, path: string) {
  const [search, page] = [visit.queryText("search"), visit.queryText("page")];
  const id = await groupIdAt(visit, path);
  return visit.api.list(listGroupProjects, { id, search, page, order_by: "last_activity_at" });
}
