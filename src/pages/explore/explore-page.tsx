// GET /-/explore, /-/explore/starred and /-/explore/groups: projects and groups that the visitor may see.
import type { Child } from "hono/jsx";
import { listGroups } from "../../api/v3/groups/list-groups.ts";
import { listStarredProjects, listVisibleProjects } from "../../api/v3/projects/list-projects.ts";
import type { Listed } from "../api-client.ts";
import { Empty, excerptOf, Pages, visibilityNames } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import { signInPath } from "../layout/document.tsx";
import type { Page, View } from "../page.ts";
import { groupUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

const tabs = [
  ["Projects", "/-/explore"],
  ["Starred", "/-/explore/starred"],
  ["Groups", "/-/explore/groups"],
] as const;

type Tab = (typeof tabs)[number][0];

/** The parameters of a list that the query gives. */
const pageOf = (visit: Visit) => ({ search: visit.queryText("search"), page: visit.queryText("page") });

export const explorePage: Page = async (visit) => {
  const listed = await visit.api.list(listVisibleProjects, { ...pageOf(visit), order_by: "last_activity_at" });
  return explored(
    visit,
    "Projects",
    listed,
    listed.rows.length > 0 && <ProjectList projects={listed.rows} now={visit.base.now} />,
  );
};

export const exploreStarredPage: Page = async (visit) => {
  const listed = await visit.api.list(listStarredProjects, { ...pageOf(visit), order_by: "last_activity_at" });
  return explored(
    visit,
    "Starred",
    listed,
    listed.rows.length > 0 && <ProjectList projects={listed.rows} now={visit.base.now} />,
  );
};

/** What the paths of groups and of projects without a name lead to. */
export const toGroups: Page = async (visit) => visit.redirect("/-/explore/groups");
export const toProjects: Page = async (visit) => visit.redirect("/-/explore");

export const exploreGroupsPage: Page = async (visit) => {
  const listed = await visit.api.list(listGroups, { ...pageOf(visit), all_available: true });
  const list = (
    <ul class="list">
      {listed.rows.map((group) => (
        <li>
          <a class="main" href={groupUrl(group)}>
            {group.name}
          </a>
          <span class="badge">{visibilityNames[group.visibility_level]}</span>
          {group.description && <p class="text">{excerptOf(group.description)}</p>}
        </li>
      ))}
    </ul>
  );
  return explored(visit, "Groups", listed, listed.rows.length > 0 && list);
};

/** @param list false for an empty one */
function explored(visit: Visit, tab: Tab, listed: Listed<unknown>, list: Child): View {
  const [, action] = tabs.find(([name]) => name === tab) ?? tabs[0];
  const title = tab === "Groups" ? "Explore groups" : "Explore projects";
  return {
    title,
    content: (
      <section>
        <h1>{title}</h1>
        {visit.isSignedIn ? <Tabs tab={tab} /> : <Welcome visit={visit} />}
        <form method="get" action={action} class="filters">
          <label for="search">Name</label>
          <input id="search" name="search" type="search" value={visit.queryText("search")} />
          <button type="submit" class="button">
            Search
          </button>
        </form>
        {list || <Empty>There is nothing to show.</Empty>}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
}

const Tabs = ({ tab }: { tab: Tab }) => (
  <nav class="tabs" aria-label="Explore">
    {tabs.map(([name, path]) => (
      <a href={path} aria-current={name === tab ? "page" : undefined}>
        {name}
      </a>
    ))}
  </nav>
);

const Welcome = ({ visit }: { visit: Visit }) => (
  <p>
    This server hosts projects: git repositories with issues and merge requests. These are open to everybody.{" "}
    <a href={signInPath(visit.url)}>Sign in</a> to see yours.
  </p>
);
