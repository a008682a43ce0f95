// GET /-/explore: the projects that the visitor may see, with a search by name.
import { listVisibleProjects } from "../../api/v3/projects/list-projects.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import type { Page } from "../page.ts";

export const explorePage: Page = async (visit) => {
  const search = visit.queryText("search");
  const listed = await visit.api.list(listVisibleProjects, {
    search,
    page: visit.queryText("page"),
    order_by: "last_activity_at",
  });
  return {
    title: "Explore projects",
    content: (
      <section>
        <h1>Explore projects</h1>
        <form method="get" action="/-/explore" class="filters">
          <label for="search">Name</label>
          <input id="search" name="search" type="search" value={search} />
          <button type="submit" class="button">
            Search
          </button>
        </form>
        {listed.rows.length === 0 ? (
          <Empty>There is no project here that you may see.</Empty>
        ) : (
          <ProjectList projects={listed.rows} now={visit.base.now} />
        )}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};
