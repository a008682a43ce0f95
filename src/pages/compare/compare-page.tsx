// GET /:namespace/:project/compare and /compare/:from...:to: what one revision has that another has not.

import { refText } from "../../api/repositories/ref-text.ts";
import { presentComparison } from "../../api/v3/presenters/comparison.ts";
import type { RepositoryClient } from "../../durable-objects/repositories.ts";
import { notFound } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { openCode } from "../code/open-code.ts";
import { CommitList } from "../commits/commit-list.tsx";
import { counted, Empty } from "../components/basics.tsx";
import { Button } from "../components/form.tsx";
import { renderDiff } from "../diff/diff-view.tsx";
import type { Page } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";

/** The form; with both of its fields it leads to the comparison. */
export const compareFormPage: Page = async (visit) => {
  const { project } = await openCode(visit);
  const [from, to] = [visit.queryText("from")?.trim(), visit.queryText("to")?.trim()];
  if (from && to) return visit.redirect(compareUrl(project, from, to));
  const content = (
    <>
      <h1>Compare</h1>
      <CompareForm project={project} from={from ?? project.default_branch ?? ""} to={to ?? ""} />
    </>
  );
  return { title: `Compare · ${project.path}`, project, tab: "commits", content };
};

/** No name of a branch or a tag has two dots. */
export const comparePage: Page = async (visit) => {
  const [from = "", to = "", ...rest] = visit.restText.split("...");
  if (from === "" || to === "" || rest.length > 0) throw notFound("Comparison");
  const { project, repository } = await openCode(visit);
  const compared = presentComparison(await repository.run("compareRevisions", refText(from), refText(to)));
  const { commits, diffs, compare_same_ref: isSame, compare_timeout: isCut } = compared;
  if (commits.length === 0 && !isSame) await requireCommits(repository, [from, to]);
  const isProposable = commits.length > 0 && canPropose(project) && (await areBranches(repository, [from, to]));
  const diff = renderDiff({ visit, project, changes: diffs, revision: to, command: `git diff ${from}...${to}` });
  const newest = commits.slice(-MOST_COMMITS).toReversed();
  const content = (
    <>
      <div class="heading">
        <h1>
          Compare <code>{from}</code> with <code>{to}</code>
        </h1>
        {isProposable && (
          <a class="button primary" href={proposalUrl(project, from, to)}>
            Create merge request
          </a>
        )}
      </div>
      <CompareForm project={project} from={from} to={to} />
      {isSame && <Empty>Both are the same commit.</Empty>}
      {!isSame && commits.length === 0 && (
        <Empty>
          {from} has all commits of {to}. <a href={compareUrl(project, to, from)}>Compare the other way round</a>
        </Empty>
      )}
      {commits.length > 0 && (
        <>
          <details open={commits.length <= OPEN_COMMITS}>
            <summary>{counted(commits.length, "commit")}</summary>
            <CommitList project={project} commits={newest} now={visit.base.now} />
            {newest.length < commits.length && <p class="meta">These are the newest {newest.length}.</p>}
          </details>
          {isCut && <p>There is more than can be compared: some commits or changes are missing.</p>}
          {diff}
        </>
      )}
    </>
  );
  return { title: `${from}...${to} · ${project.path}`, project, tab: "commits", content };
};

const OPEN_COMMITS = 10;
const MOST_COMMITS = 200;

const compareUrl = (project: VisitedProject, from: string, to: string): string =>
  `${projectUrl(project)}/compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}`;

/** As a push prints it, with the target. */
const proposalUrl = (project: VisitedProject, target: string, source: string): string =>
  `${projectUrl(project)}/merge_requests/new?${new URLSearchParams({
    "merge_request[source_branch]": source,
    "merge_request[target_branch]": target,
  })}`;

const CompareForm = ({ project, from, to }: { project: VisitedProject; from: string; to: string }) => (
  <form method="get" action={`${projectUrl(project)}/compare`} class="filters">
    <label for="from">From</label>
    <input id="from" name="from" value={from} required />
    <label for="to">to</label>
    <input id="to" name="to" value={to} required />
    <Button>Compare</Button>
  </form>
);

/** An unknown revision is compared as if it were empty. @throws ApiError 404 */
async function requireCommits(repository: RepositoryClient, revisions: readonly string[]): Promise<void> {
  const found = await Promise.all(revisions.map((revision) => repository.run("resolveCommit", revision)));
  if (found.includes(null)) throw notFound("Commit");
}

const canPropose = (project: VisitedProject): boolean =>
  project.merge_requests_enabled === 1 &&
  project.archived === 0 &&
  canOnProject(project, "create_merge_request", project.access_level);

async function areBranches(repository: RepositoryClient, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(names.map((name) => repository.run("findBranch", name)));
  return !found.includes(null);
}
