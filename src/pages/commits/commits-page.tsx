// GET /:namespace/:project/commits, /commits/:ref and /commits/:ref/*: the history of a revision or of a path in it.
import { listCommits } from "../../api/v3/commits/list-commits.ts";
import { findPlace, forReaders } from "../code/open-code.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { Button } from "../components/form.tsx";
import type { Page } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";
import { CommitList } from "./commit-list.tsx";

const PER_PAGE = 40;

/** Leads to the history of the form's revision, or of the default branch. */
export const defaultCommitsPage: Page = async (visit) => {
  const project = await visit.project();
  const ref = visit.queryText("ref") ?? project.default_branch;
  if (ref !== null) return visit.redirect(`${projectUrl(project)}/commits/${encodeURIComponent(ref)}`);
  const content = (
    <>
      <h1>Commits</h1>
      <Empty>This repository has no commits yet.</Empty>
    </>
  );
  return { title: `Commits · ${project.path}`, project, tab: "commits", content };
};

export const commitsPage: Page = async (visit) => {
  const ref = visit.param("ref");
  const path = visit.restText.replace(/\/$/, "");
  const page = visit.pageNumber;
  const [project, listed] = await Promise.all([
    visit.project(),
    visit.api.list(forReaders(listCommits), {
      id: visit.projectPath,
      ref_name: ref,
      path,
      // The API counts these pages from 0.
      page: page - 1,
      per_page: PER_PAGE,
    }),
  ]);
  if (listed.rows.length === 0 && page === 1) {
    const found = await findPlace(visit, "commits");
    if (found instanceof Response) return found;
  }
  const content = (
    <>
      <div class="heading">
        <h1>
          Commits of <code>{ref}</code>
          {path !== "" && (
            <>
              {" "}
              in <code>{path}</code>
            </>
          )}
        </h1>
        <RefForm project={project} value={ref} />
      </div>
      {path !== "" && (
        <p>
          <a href={`${projectUrl(project)}/commits/${encodeURIComponent(ref)}`}>All commits of {ref}</a>
        </p>
      )}
      {listed.rows.length === 0 && <Empty>There are no more commits.</Empty>}
      <CommitList project={project} commits={listed.rows} now={visit.base.now} />
      <Pages visit={visit} listed={{ ...listed, page }} />
    </>
  );
  return { title: `Commits · ${ref} · ${project.path}`, project, tab: "commits", content };
};

const RefForm = ({ project, value }: { project: VisitedProject; value: string }) => (
  <form method="get" action={`${projectUrl(project)}/commits`} class="filters">
    <label for="ref">Branch, tag or commit</label>
    <input id="ref" name="ref" value={value} required />
    <Button>Show</Button>
    <a href={`${projectUrl(project)}/compare`}>Compare</a>
  </form>
);
