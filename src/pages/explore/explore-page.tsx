// GET /-/explore, /-/explore/starred and /-/explore/groups: projects and groups that the visitor may see.
import type { Child } from "hono/jsx";
import { listGroups } from "../../api/v3/groups/list-groups.ts";
import { listStarredProjects, listVisibleProjects } from "../../api/v3/projects/list-projects.ts";
import type { Listed } from "../api-client.ts";
import { Empty, excerptOf, Pages } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import { SearchForm } from "../components/search-form.tsx";
import { TabNav } from "../components/tab-nav.tsx";
import { visibilityNames } from "../components/visibility.ts";
import { signInPath } from "../layout/document.tsx";
import type { Page, View } from "../page.ts";
import { groupUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";

const tabs = [
  { text: "Projects", href: "/-/explore" },
  { text: "Starred", href: "/-/explore/starred" },
  { text: "Groups", href: "/-/explore/groups" },
] as const;

type TabText = (typeof tabs)[number]["text"];

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
function explored(visit: Visit, tab: TabText, listed: Listed<unknown>, list: Child): View {
  const { href: action } = tabs.find(({ text }) => text === tab) ?? tabs[0];
  const title = tab === "Groups" ? "Explore groups" : "Explore projects";
  return {
    title,
    content: (
      <section>
        <h1>{title}</h1>
        {visit.isSignedIn ? <TabNav label="Explore" tabs={tabs} current={action} /> : <Welcome visit={visit} />}
        <SearchForm visit={visit} action={action} />
        {list || <Empty>There is nothing here that you may see.</Empty>}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
}

const Welcome = ({ visit }: { visit: Visit }) => (
  <p>
    This server hosts projects: git repositories with issues and merge requests. These are open to everybody.{" "}
    <a href={signInPath(visit.url)}>Sign in</a> to see yours.
  </p>
);
