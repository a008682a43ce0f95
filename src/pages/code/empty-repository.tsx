// What a project's page shows while there are no commits.
import { Empty } from "../components/basics.tsx";
import { Scroll } from "../components/scroll.tsx";
import { projectUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";

interface Props {
  readonly project: VisitedProject;
  readonly url: string;
  readonly canPush: boolean;
}

export const EmptyRepository = ({ project, url, canPush }: Props) => (
  <>
    <Empty>The repository is empty.</Empty>
    {canPush && (
      <>
        <p>
          <a class="button" href={`${projectUrl(project)}/new/main`}>
            New file
          </a>
        </p>
        <h2>Push a new repository</h2>
        <Scroll label="Commands for a new repository">
          <pre class="box">{`git clone ${url}
cd ${project.path}
echo "# ${project.path}" > README.md
git add README.md
git commit -m "Add a readme"
git push -u origin HEAD`}</pre>
        </Scroll>
        <h2>Push an existing repository</h2>
        <Scroll label="Commands for an existing repository">
          <pre class="box">{`cd existing-folder
git remote add origin ${url}
git push -u origin --all
git push origin --tags`}</pre>
        </Scroll>
        <p class="meta">Git asks for a user name and a password: the password is an access token.</p>
      </>
    )}
  </>
);

/** Why an import failed is for masters and up, as in the API: the text can name a private address. */
export const ImportStatus = ({ project }: { project: VisitedProject }) => {
  switch (project.import_status) {
    case "scheduled":
    case "started":
      return <p class="notice">The repository is being imported. Load this page again in a while.</p>;
    case "failed":
      return (
        <p class="problem">
          The import has failed.
          {(project.access_level >= 40 || project.viewer_admin === 1) && ` ${project.import_error ?? ""}`}
        </p>
      );
    default:
      return null;
  }
};
