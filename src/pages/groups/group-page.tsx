// GET /groups/:group: its description, its projects and how many members it has.
import { listGroupProjects } from "../../api/v3/groups/list-group-projects.ts";
import { groupKey } from "../../db/queries/groups/row.ts";
import { countMembersByLevel } from "../../db/queries/members/summary.ts";
import { canOnGroup } from "../../permissions/abilities.ts";
import { counted, Empty, excerptOf, Pages } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import { levelName } from "../members/levels.ts";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import { visitedGroup } from "./find-group.ts";
import { GroupHeader } from "./group-header.tsx";

export const groupPage: Page = async (visit) => {
  const { api, base } = visit;
  const id = visit.param("group");
  const search = visit.queryText("search");
  const [group, listed, [levels]] = await Promise.all([
    visitedGroup(visit),
    api.list(listGroupProjects, { id, search, page: visit.queryText("page"), order_by: "last_activity_at" }),
    base.db.batch(countMembersByLevel(base.viewer, groupKey({ id: null, path: id }))),
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
        </p>
        <div class="heading">
          <form method="get" action={home} class="filters">
            <label for="search">Project</label>
            <input id="search" name="search" type="search" value={search} />
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
          <Empty>There is no project here that you may see.</Empty>
        ) : (
          <ProjectList projects={listed.rows} now={base.now} />
        )}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};
