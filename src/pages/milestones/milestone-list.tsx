// GET /:namespace/:project/milestones: the milestones of a project, by state.
import { listMilestones } from "../../api/v3/milestones/list-milestones.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { Empty, Pages, State } from "../components/basics.tsx";
import { QueryTabs } from "../components/tab-nav.tsx";
import type { Page } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";

const states = { active: "Active", closed: "Closed", all: "All" };

export const milestoneListPage: Page = async (visit) => {
  const state = visit.queryText("state") ?? "active";
  const [listed, project] = await Promise.all([
    visit.api.list(listMilestones, { id: visit.projectPath, state, page: visit.queryText("page") }),
    visit.project(),
  ]);
  const base = `${visitedProjectUrl(visit)}/milestones`;
  return {
    title: `Milestones of ${visit.projectPath}`,
    project,
    tab: "issues",
    content: (
      <section>
        <div class="heading">
          <h1>Milestones</h1>
          {canOnProject(project, "admin_milestone", project.access_level) && (
            <a class="button primary" href={`${base}/new`}>
              New milestone
            </a>
          )}
        </div>
        <QueryTabs visit={visit} label="State" name="state" values={states} current={state} />
        {listed.rows.length === 0 ? (
          <Empty>There are no milestones here.</Empty>
        ) : (
          <ul class="list">
            {listed.rows.map((milestone) => (
              <li>
                <a class="main" href={`${base}/${milestone.iid}`}>
                  {milestone.title}
                </a>
                <p class="meta">
                  <State state={milestone.state} />
                  <Dates milestone={milestone} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};

interface Dated {
  readonly start_date: string | null;
  readonly due_date: string | null;
}

export const Dates = ({ milestone: { start_date, due_date } }: { milestone: Dated }) => (
  <>
    {start_date !== null && <span>Starts {start_date}</span>}
    {due_date !== null && <span>Due {due_date}</span>}
  </>
);
