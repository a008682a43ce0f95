// GET /: what concerns the signed-in user. Visitors without a session see the projects that are open to them.
import type { Child } from "hono/jsx";
import { listGroups } from "../../api/v3/groups/list-groups.ts";
import { listProjects } from "../../api/v3/projects/list-projects.ts";
import { listTodos } from "../../api/v3/todos/list-todos.ts";
import { listActivityOfProjects } from "../../db/queries/events/activity-of-projects.ts";
import type { ViewersMergeRequest } from "../../db/queries/merge-requests/viewer-lists.ts";
import { ActivityList } from "../activity/activity-list.tsx";
import type { Listed } from "../api-client.ts";
import { Empty } from "../components/basics.tsx";
import { ProjectList } from "../components/project-list.tsx";
import { explorePage } from "../explore/explore-page.tsx";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import { TodoList } from "../todos/todo-list.tsx";
import type { Visit } from "../visit.ts";
import { MergeRequestList } from "./merge-request-list.tsx";
import { listOwnMergeRequests } from "./own-merge-requests.ts";

/** Entries of each list. */
const MOST_ROWS = 10;
const MOST_EVENTS = 20;

export const startPage: Page = (visit) => (visit.isSignedIn ? dashboard(visit) : explorePage(visit));

const dashboard: Page = async (visit) => {
  const { api, base } = visit;
  const [projects, groups, todos, assigned, created, [activity]] = await Promise.all([
    api.list(listProjects, { order_by: "last_activity_at", per_page: MOST_ROWS }),
    api.list(listGroups, { per_page: MOST_ROWS }),
    api.list(listTodos, { per_page: MOST_ROWS }),
    api.list(listOwnMergeRequests, { scope: "assigned", per_page: MOST_ROWS }),
    api.list(listOwnMergeRequests, { scope: "created", per_page: MOST_ROWS }),
    base.db.batch(listActivityOfProjects(base.viewer, MOST_EVENTS)),
  ]);
  return {
    title: "Dashboard",
    content: (
      <>
        <div class="heading">
          <h1>Dashboard</h1>
          <NewLinks />
        </div>
        <Part title="Todos" listed={todos} more="/-/todos" none="Nothing to do.">
          <TodoList visit={visit} todos={todos.rows} />
        </Part>
        <MergeRequests visit={visit} title="Merge requests assigned to you" listed={assigned} scope="assigned" />
        <MergeRequests visit={visit} title="Your open merge requests" listed={created} scope="created" />
        <Part title="Your projects" listed={projects} more="/-/explore" none="You are not a member of any project yet.">
          <ProjectList projects={projects.rows} now={base.now} />
        </Part>
        <Part
          title="Your groups"
          listed={groups}
          more="/-/explore/groups"
          none="You are not a member of any group yet."
        >
          <ul class="list">
            {groups.rows.map((group) => (
              <li>
                <a href={groupUrl(group)}>{group.name}</a>
              </li>
            ))}
          </ul>
        </Part>
        <h2>Activity of your projects</h2>
        <ActivityList entries={activity.sort((a, b) => b.id - a.id)} now={base.now} />
        <p>
          <a href="/-/activity">Your own activity</a>
        </p>
      </>
    ),
  };
};

export const NewLinks = () => (
  <p class="actions">
    <a class="button primary" href="/projects/new">
      New project
    </a>
    <a class="button" href="/groups/new">
      New group
    </a>
  </p>
);

interface PartProps {
  readonly title: string;
  readonly listed: Listed<unknown>;
  /** The page with the whole list. */
  readonly more: string;
  readonly none: string;
  readonly children?: Child;
}

const Part = ({ title, listed, more, none, children }: PartProps) => (
  <section>
    <h2>{title}</h2>
    {listed.rows.length === 0 ? <Empty>{none}</Empty> : children}
    {listed.hasNext && (
      <p>
        <a href={more}>All {listed.total}</a>
      </p>
    )}
  </section>
);

interface MergeRequestsProps {
  readonly visit: Visit;
  readonly title: string;
  readonly listed: Listed<ViewersMergeRequest>;
  readonly scope: string;
}

const MergeRequests = ({ visit, title, listed, scope }: MergeRequestsProps) => (
  <Part
    title={title}
    listed={listed}
    more={`/-/merge_requests?scope=${scope}`}
    none="There are no merge requests here."
  >
    <MergeRequestList mergeRequests={listed.rows} now={visit.base.now} />
  </Part>
);
