// GET /:namespace/:project/issues: the issues of a project, with the filters of the API.

import { listProjectIssues } from "../../api/v3/issues/list-project-issues.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { Filters, issueStates, listValues } from "../issuables/filters.tsx";
import { IssuableList } from "../issuables/list.tsx";
import { coloursOf, readChoices } from "../issuables/read.ts";
import type { Page } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";

export const issueListPage: Page = async (visit) => {
  const values = await listValues(visit);
  const [listed, project, choices] = await Promise.all([
    visit.api.list(listProjectIssues, { id: visit.projectPath, ...values }),
    visit.project(),
    readChoices(visit),
  ]);
  const base = visitedProjectUrl(visit);
  return {
    title: `Issues of ${visit.projectPath}`,
    project,
    tab: "issues",
    content: (
      <section>
        <IssuesHead base={base} project={project} />
        {project.issues_enabled === 0 ? (
          <Empty>This project does not use issues.</Empty>
        ) : (
          <>
            <Filters
              visit={visit}
              states={issueStates}
              fields={["search", "author", "assignee", "milestone", "labels"]}
              choices={choices}
            />
            <IssuableList issuables={listed.rows} sign="#" now={visit.base.now} colours={coloursOf(choices)} />
            <Pages visit={visit} listed={listed} />
          </>
        )}
      </section>
    ),
  };
};

const IssuesHead = ({ base, project }: { base: string; project: VisitedProject }) => (
  <div class="heading">
    <h1>Issues</h1>
    <nav class="actions" aria-label="Issues">
      <a href={`${base}/labels`}>Labels</a>
      <a href={`${base}/milestones`}>Milestones</a>
      {project.issues_enabled === 1 && canOnProject(project, "create_issue", project.access_level) && (
        <a class="button primary" href={`${base}/issues/new`}>
          New issue
        </a>
      )}
    </nav>
  </div>
);
