// GET /groups/:group: its description, its projects and how many members it has.
import { listGroupProjects } from "../../api/v3/groups/list-group-projects.ts";
import { groupKey } from "../../db/queries/groups/row.ts";
import { countMembersByLevel } from "../../db/queries/members/summary.ts";
import { canOnGroup } from "../../permissions/abilities.ts";
import { counted, Empty, excerptOf, Pages } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import { SearchForm } from "../components/search-form.tsx";
import { levelName } from "../members/levels.ts";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import { visitedGroup, visitedGroupId } from "./find-group.ts";

export const groupPage: Page = async (visit) => {
  const { api, base } = visit;
  const id = await visitedGroupId(visit);
  const search = visit.queryText("search");
  const [group, listed, [levels]] = await Promise.all([
    visitedGroup(visit),
    api.list(listGroupProjects, { id, search, page: visit.queryText("page"), order_by: "last_activity_at" }),
    base.db.batch(countMembersByLevel(base.viewer, groupKey({ id: null, path: visit.param("group") }))),
  ]);
  const home = groupUrl(group);
  return {
    title: group.name,
    feed: `${home}.atom`,
    group: { group, tab: "projects" },
    content: (
      <section>
        <h1>{group.name}</h1>
        {group.description && <p class="text">{excerptOf(group.description, 2_000)}</p>}
        <p class="meta">
          <a href={`${home}/members`}>{counted(group.members_count, "member")}</a>
          {levels.map(({ access_level, count }) => (
            <span>{counted(count, levelName(access_level).toLowerCase())}</span>
          ))}
          <a href={`${home}/notification_settings`}>Your notifications</a>
          <a href={`${home}.atom`}>Atom feed</a>
        </p>
        <div class="heading">
          <SearchForm visit={visit} action={home} label="Project" />
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
