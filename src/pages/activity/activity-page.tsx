// GET /:namespace/:project/activity, /groups/:group/activity and /-/activity
import type { ActivityRow } from "../../db/queries/events/activity.ts";
import type { Listed } from "../api-client.ts";
import { Pages } from "../components/basics.tsx";
import { Button } from "../components/form.tsx";
import { visitedGroup, visitedGroupId } from "../groups/find-group.ts";
import type { Page } from "../page.ts";
import { groupUrl, projectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { ActivityList } from "./activity-list.tsx";
import { groupActivity, ownActivity, projectActivity } from "./streams.ts";

const actions = ["created", "closed", "reopened", "merged", "commented", "pushed", "joined", "left"];

/** The parameters of a stream that the query gives. */
const filterOf = (visit: Visit) => ({ action: visit.queryText("action"), page: visit.queryText("page") });

export const projectActivityPage: Page = async (visit) => {
  const [project, listed] = await Promise.all([
    visit.project(),
    visit.api.list(projectActivity, { id: visit.projectPath, ...filterOf(visit) }),
  ]);
  const feed = `${projectUrl(project)}.atom`;
  return {
    title: `Activity · ${project.name}`,
    project,
    tab: "activity",
    content: <Activity visit={visit} listed={listed} feed={feed} title="Activity" />,
  };
};

export const groupActivityPage: Page = async (visit) => {
  const id = await visitedGroupId(visit);
  const [group, listed] = await Promise.all([
    visitedGroup(visit),
    visit.api.list(groupActivity, { id, ...filterOf(visit) }),
  ]);
  const feed = `${groupUrl(group)}.atom`;
  return {
    title: `Activity · ${group.name}`,
    group: { group, tab: "activity" },
    feed,
    content: <Activity visit={visit} listed={listed} feed={feed} title="Activity" />,
  };
};

export const ownActivityPage: Page = async (visit) => ({
  title: "Your activity",
  content: <Activity visit={visit} listed={await visit.api.list(ownActivity, filterOf(visit))} title="Your activity" />,
});

interface Props {
  readonly visit: Visit;
  readonly listed: Listed<ActivityRow>;
  readonly feed?: string;
  readonly title: string;
}

const Activity = ({ visit, listed, feed, title }: Props) => (
  <section>
    <h1>{title}</h1>
    <form method="get" class="filters">
      <label for="action">Action</label>
      <select id="action" name="action">
        <option value="">All</option>
        {actions.map((action) => (
          <option value={action} selected={visit.queryText("action") === action}>
            {action}
          </option>
        ))}
      </select>
      <Button>Filter</Button>
      {feed !== undefined && <a href={feed}>Atom feed</a>}
    </form>
    <ActivityList entries={listed.rows} now={visit.base.now} />
    <Pages visit={visit} listed={listed} />
  </section>
);
