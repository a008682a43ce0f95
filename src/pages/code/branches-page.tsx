// GET /:namespace/:project/branches: the branches, with forms that create, delete and protect them.
import type { ListedBranch } from "../../git/operations/page-of-refs.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { ActionButton, Button, Form, TextField } from "../components/form.tsx";
import { SearchForm } from "../components/search-form.tsx";
import type { View } from "../page.ts";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { mayWrite, openCode, placeUrl, projectTitle } from "./open-code.ts";
import { LastCommit } from "./place-header.tsx";

export const REFS_PER_PAGE = 50;

/** The part of the list that the page's query chooses. */
export const refPage = (visit: Visit) => ({
  search: visit.queryText("search") ?? "",
  offset: (visit.pageNumber - 1) * REFS_PER_PAGE,
  limit: REFS_PER_PAGE,
});

export async function branchesPage(visit: Visit): Promise<View> {
  const { project, repository } = await openCode(visit);
  const { rows, hasMore, defaultBranch } = await repository.run("pageOfBranches", refPage(visit));
  const home = projectUrl(project);
  return {
    title: `Branches · ${projectTitle(project)}`,
    project,
    tab: "branches",
    content: (
      <>
        <div class="heading">
          <h1>Branches</h1>
          <a href={`${home}/tags`}>Tags</a>
        </div>
        {mayWrite(project) && <NewBranch visit={visit} action={`${home}/branches`} from={defaultBranch ?? ""} />}
        <SearchForm visit={visit} action={`${home}/branches`} />
        {rows.length === 0 && <Empty>There are no branches here.</Empty>}
        <ul class="list">
          {rows.map((branch) => (
            <Branch visit={visit} project={project} branch={branch} defaultBranch={defaultBranch} />
          ))}
        </ul>
        {rows.some(({ merged }) => merged === null) && (
          <p class="meta">The history is too long to find out which of these branches are merged.</p>
        )}
        {visit.problem === null && (
          <Pages visit={visit} listed={{ rows, page: visit.pageNumber, total: null, hasNext: hasMore }} />
        )}
      </>
    ),
  };
}

const NewBranch = ({ visit, action, from }: { visit: Visit; action: string; from: string }) => (
  <details class="box" open={visit.problem !== null && visit.form.has("branch_name")}>
    <summary>New branch</summary>
    <Form visit={visit} action={action}>
      <TextField name="branch_name" label="Name" value={visit.entered("branch_name")} required />
      <TextField
        name="ref"
        label="From"
        value={visit.entered("ref", from)}
        hint="A branch, a tag or the id of a commit"
        required
      />
      <Button kind="primary">Create branch</Button>
    </Form>
  </details>
);

interface BranchProps {
  readonly visit: Visit;
  readonly project: VisitedProject;
  readonly branch: ListedBranch;
  readonly defaultBranch: string | null;
}

const Branch = ({ visit, project, branch, defaultBranch }: BranchProps) => {
  const { name, commit, merged, protection } = branch;
  const isDefault = name === defaultBranch;
  return (
    <li>
      <div class="heading">
        <span>
          <a class="main" href={placeUrl(project, "tree", name, "")}>
            {name}
          </a>
          {isDefault && <span class="badge">default</span>}
          {protection !== null && <span class="badge">protected</span>}
          {merged === true && <span class="badge">merged</span>}
        </span>
        <span class="actions">
          {!isDefault && defaultBranch !== null && <FromBranch project={project} name={name} into={defaultBranch} />}
          <BranchActions visit={visit} project={project} branch={branch} isDefault={isDefault} />
        </span>
      </div>
      <LastCommit visit={visit} project={project} commit={commit} />
    </li>
  );
};

const FromBranch = ({ project, name, into }: { project: VisitedProject; name: string; into: string }) => (
  <>
    <a href={`${projectUrl(project)}/compare/${encodeURIComponent(into)}...${encodeURIComponent(name)}`}>Compare</a>
    {project.merge_requests_enabled === 1 && mayWrite(project) && (
      <a
        href={`${projectUrl(project)}/merge_requests/new?${new URLSearchParams({ "merge_request[source_branch]": name })}`}
      >
        New merge request
      </a>
    )}
  </>
);

type ActionProps = Pick<BranchProps, "visit" | "project" | "branch"> & { readonly isDefault: boolean };

const BranchActions = ({ visit, project, branch: { name, protection }, isDefault }: ActionProps) => {
  const at = `${projectUrl(project)}/branches`;
  const fields = { branch: name };
  const canProtect = mayWrite(project) && canOnProject(project, "admin_project", project.access_level);
  return (
    <>
      {canProtect && (
        <ActionButton visit={visit} action={`${at}/${protection === null ? "protect" : "unprotect"}`} fields={fields}>
          {protection === null ? "Protect" : "Unprotect"}
        </ActionButton>
      )}
      {mayWrite(project) && !isDefault && protection === null && (
        <ActionButton visit={visit} action={`${at}/delete`} fields={fields} isConfirmed>
          Delete
        </ActionButton>
      )}
    </>
  );
};
