// Changes of a project that move, hide or delete it. Each is offered to those who may make it.
import type { Child } from "hono/jsx";
import { canOnProject, type ProjectAbility } from "../../permissions/abilities.ts";
import { DeletionForm } from "../components/confirmation.tsx";
import { ActionButton, Button, Form, TextField } from "../components/form.tsx";
import { encodePath, projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";

interface Props {
  readonly visit: Visit;
  readonly project: VisitedProject;
}

export const DangerZone = ({ visit, project }: Props) => {
  const can = (ability: ProjectAbility) => canOnProject(project, ability, project.access_level);
  const parts = { visit, project };
  return (
    <>
      {can("rename_project") && <Rename {...parts} />}
      {can("archive_project") && <Archive {...parts} />}
      {project.viewer_admin === 1 && <Transfer {...parts} />}
      {can("remove_fork_project") && project.source_id !== null && <ForkLink {...parts} />}
      {can("remove_project") && <Deletion {...parts} />}
    </>
  );
};

const Part = ({ title, children }: { title: string; children?: Child }) => (
  <section class="box">
    <h2 class="box-head">{title}</h2>
    {children}
  </section>
);

const editUrl = (project: VisitedProject): string => `${projectUrl(project)}/edit`;

export const fullPathOf = (project: VisitedProject): string => `${project.namespace_path}/${project.path}`;

const Rename = ({ visit, project }: Props) => (
  <Part title="Change the path">
    <p>Links to the present address will lead nowhere, and the remotes of clones have to be changed.</p>
    <Form visit={visit} action={`${editUrl(project)}/path`}>
      <TextField
        name="path"
        label={`Path in ${project.namespace_path}`}
        value={visit.entered("path", project.path)}
        required
      />
      <Button>Change the path</Button>
    </Form>
  </Part>
);

const Archive = ({ visit, project }: Props) =>
  project.archived === 1 ? (
    <Part title="Unarchive this project">
      <p>It is read-only, and left out of lists.</p>
      <ActionButton visit={visit} action={`${editUrl(project)}/unarchive`}>
        Unarchive
      </ActionButton>
    </Part>
  ) : (
    <Part title="Archive this project">
      <p>It becomes read-only, and is left out of lists.</p>
      <ActionButton visit={visit} action={`${editUrl(project)}/archive`}>
        Archive
      </ActionButton>
    </Part>
  );

const Transfer = ({ visit, project }: Props) => (
  <Part title="Transfer to a group">
    <p>Its address changes. It becomes no more visible than the group.</p>
    <Form visit={visit} action={`${editUrl(project)}/transfer`}>
      <TextField name="group" label="Path of the group" value={visit.entered("group")} required />
      <Button>Transfer</Button>
    </Form>
  </Part>
);

const ForkLink = ({ visit, project }: Props) => {
  const { source_visible, source_namespace_path, source_path } = project;
  const source = source_visible === 1 ? `${source_namespace_path}/${source_path}` : null;
  return (
    <Part title="Remove the link to the fork's source">
      <p>
        This is a fork of {source === null ? "another project" : <a href={`/${encodePath(source)}`}>{source}</a>}.
        Without the link it can no longer propose merge requests there.
      </p>
      <ActionButton visit={visit} action={`${editUrl(project)}/remove_fork`} kind="danger">
        Remove the link
      </ActionButton>
    </Part>
  );
};

const Deletion = ({ visit, project }: Props) => (
  <Part title="Delete this project">
    <p>Its repository, issues and merge requests are deleted with it. This cannot be undone.</p>
    <DeletionForm
      visit={visit}
      action={`${editUrl(project)}/delete`}
      expected={fullPathOf(project)}
      text="Delete this project"
    />
  </Part>
);
